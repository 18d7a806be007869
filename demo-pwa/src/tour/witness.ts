/** Which step of the tour was seen to happen? */
import type { RunningTaskView, TaskView } from 'leasehold'
import type { StepId } from './steps.ts'

/** What a tab said just before it crashed or stood still. */
export interface LastWords {
  readonly how: 'crash' | 'freeze'
  readonly runId: string
  readonly agent: string
  readonly takeovers: number
}

/** What is known besides the view. */
export interface Surroundings {
  readonly lastWords: LastWords | null
  /** The clock of this tab is set wrong. */
  readonly isClockWrong: boolean
}

/** What is remembered from one view to the next. */
export interface Memory {
  /** The account whose run was under way. */
  readonly running: string | null
  /** Something waited for the network. */
  readonly wasOffline: boolean
  /** The account whose run was under way when somebody signed out. */
  readonly leftRunning: string | null
  /** The run of another tab that this one watched under a wrong clock. */
  readonly watched: string | null
}

/** Nothing was seen yet. */
export const noMemory: Memory = {
  running: null,
  wasOffline: false,
  leftRunning: null,
  watched: null,
}

/** The steps that a view, after all those before it, shows to have happened. */
export function witness(
  memory: Memory,
  view: TaskView,
  around: Surroundings,
): { readonly memory: Memory; readonly seen: readonly StepId[] } {
  const seen: StepId[] = []
  const { running: run } = view
  const user = view.status === 'signed-out' ? null : view.userId
  const isSynced = view.status === 'idle' && view.last?.status === 'succeeded'
  const isOffline = view.status === 'deferred' && view.reason === 'offline'
  const left = leftRunning(memory, user)

  if (run && isOfAnother(run) && wasPressed(run)) seen.push('two-tabs')
  if (run && around.lastWords && isTakenOver(run, around.lastWords)) seen.push(around.lastWords.how)
  if (memory.wasOffline && isSynced) seen.push('offline')
  if (memory.watched !== null && isSynced && view.last?.runId === memory.watched) seen.push('clock')
  if (left !== null && user !== null && user !== left) seen.push('accounts')

  return {
    seen,
    memory: {
      running: run === null ? null : view.userId,
      wasOffline: isOffline || (memory.wasOffline && !isSynced),
      leftRunning: user === null ? left : null,
      watched: run === null ? memory.watched : isWatched(run, around) ? run.runId : null,
    },
  }
}

/** The account whose run was under way when it went. */
function leftRunning({ running, leftRunning }: Memory, user: string | null): string | null {
  return running !== null && running !== user ? running : leftRunning
}

function isOfAnother({ owner }: RunningTaskView): boolean {
  return owner.kind === 'tab' && !owner.here
}

/** What tabs start by themselves is over before anybody looks. */
function wasPressed({ source, joined }: RunningTaskView): boolean {
  return source === 'manual' || joined.includes('manual')
}

function isTakenOver({ runId, takeovers, owner }: RunningTaskView, last: LastWords): boolean {
  return runId === last.runId && takeovers > last.takeovers && owner.agent !== last.agent
}

/** A run that was taken over was not left alone. */
function isWatched(run: RunningTaskView, { isClockWrong }: Surroundings): boolean {
  return isClockWrong && isOfAnother(run) && run.takeovers === 0
}

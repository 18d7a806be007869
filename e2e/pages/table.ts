/** A registry whose tasks do what a test says, one for each row of the tables. The address says `?tasks=` (names, with commas) and `?places=` (runs at once in this tab). */
import { type AnyTask, createTaskRegistry, defineTask, TaskFailure, type TaskRun } from 'leasehold'
import { every, foreground, online } from 'leasehold/triggers'
import type { TablePage, TableWork } from './window.ts'

const asked = new URLSearchParams(location.search)
const called: string[] = []
const channelName = 'table-release'

/** What stages of all tabs do from now on. */
function work(): TableWork {
  return (localStorage.getItem('work') ?? 'returns') as TableWork
}

async function doWork(run: Pick<TaskRun<never, never, never>, 'signal' | 'scope'>): Promise<void> {
  called.push(run.scope)
  switch (work()) {
    case 'returns':
      return
    case 'fails':
      // Not again by itself while a test looks at what waits.
      throw new TaskFailure('retryable', 'the server answered 503', { retryAfterMs: 60_000 })
    case 'fails for good':
      throw new TaskFailure('fatal', 'the server does not understand')
    case 'waits':
      return untilReleased(run.signal)
    case 'waits, whatever it is told':
      return untilReleased()
  }
}

/** Until `release` is called in some tab, or the signal aborts. */
function untilReleased(signal?: AbortSignal): Promise<void> {
  const channel = new BroadcastChannel(channelName)
  return new Promise<void>((resolve, reject) => {
    channel.addEventListener('message', () => resolve())
    signal?.addEventListener('abort', () => reject(signal.reason as Error))
  }).finally(() => channel.close())
}

const atOnce = { minIntervalMs: 0 } as const

const tasks: Readonly<Record<string, AnyTask>> = {
  plain: defineTask({ scope: 'plain', ...atOnce, run: doWork }),
  other: defineTask({ scope: 'other', ...atOnce, run: doWork }),
  third: defineTask({ scope: 'third', ...atOnce, run: doWork }),
  sealing: defineTask({
    scope: 'sealing',
    seal: 'manual',
    ...atOnce,
    async run(run) {
      await run.seal()
      await doWork(run)
    },
  }),
  spaced: defineTask({ scope: 'spaced', minIntervalMs: 5_000, run: doWork }),
  debounced: defineTask({ scope: 'debounced', debounceMs: 3_000, ...atOnce, run: doWork }),
  closable: defineTask({
    scope: 'closable',
    ...atOnce,
    when: () => localStorage.getItem('gate') !== 'closed' || 'metered connection',
    run: doWork,
  }),
  tired: defineTask({
    scope: 'tired',
    ...atOnce,
    retry: { attempts: 1, capMs: 3_000 },
    run: doWork,
  }),
  ticking: defineTask({ scope: 'ticking', ...atOnce, triggers: [every(1_000)], run: doWork }),
  returning: defineTask({
    scope: 'returning',
    ...atOnce,
    triggers: [foreground(), online()],
    run: doWork,
  }),
}

function taskOf(name: string): AnyTask {
  const task = tasks[name]
  if (!task) throw new Error(`no task is named ${name}`)
  return task
}

const registry = createTaskRegistry({
  name: 'table',
  tasks: (asked.get('tasks') ?? 'plain').split(',').map(taskOf),
  ...(asked.has('places') ? { maxConcurrent: Number(asked.get('places')) } : {}),
})

const table: TablePage = {
  registry,
  async told(name, options) {
    const answer = await registry.trigger({ userId: 'u1', scope: name }, options)
    const { decision, reason, followUp } = answer
    const more = followUp && decision !== 'buffered' ? ' + follow-up' : ''
    return `${decision}${reason ? `: ${reason}` : ''}${more}`
  },
  async outcome(name, options) {
    return (await (await registry.trigger({ userId: 'u1', scope: name }, options)).done).status
  },
  does: next => localStorage.setItem('work', next),
  called: () => called,
  release() {
    const speaker = new BroadcastChannel(channelName)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- channels have none
    speaker.postMessage('release')
    speaker.close()
  },
}
Object.assign(window, { table })

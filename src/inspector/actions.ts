/** What somebody can do to a key: cancel, pause, resume, release by force. Each asks first, and tells what came of it. */
import type { CancelResult } from '../model/cancel-result.ts'
import { decideCancel, decidePause } from '../model/decide-control.ts'
import type { Decided, StoreState } from '../model/facts.ts'
import { insideOf } from '../registry/inside.ts'
import type { TaskRegistry } from '../registry/task-registry.ts'
import type { Confirm, Question } from './confirm.ts'
import { forceRelease } from './force-release.ts'
import type { KeyRow } from './key-rows.ts'
import { refusalWords } from './words.ts'

/** Something that can be done to a key. */
export interface KeyAction {
  readonly name: 'cancel' | 'pause' | 'resume' | 'release'
  readonly label: string
  isPossible(row: KeyRow): boolean
  question(row: KeyRow): Question
  /** Does it; answers what came of it, in a sentence. Also for keys whose task this page does not know. */
  act(registry: TaskRegistry, row: KeyRow): Promise<string>
}

/** All of them, in the order of their buttons. */
export const keyActions: readonly KeyAction[] = [
  {
    name: 'cancel',
    label: 'Cancel…',
    isPossible: ({ view, record }) =>
      view.status !== 'signed-out' &&
      (record.run !== null || record.deferred !== null) &&
      record.run?.cancel == null,
    question: ({ scope, view }) => ({
      title: `Cancel ${scope}?`,
      text: view.running
        ? 'Its owner is told to stop; from then on nothing that the run wants to commit lands. What waits behind it is dropped.'
        : 'What waits to be run is dropped, and the run ends as cancelled.',
      yes: 'Cancel the run',
    }),
    async act(registry, row) {
      const answer = await decide(registry, row, 'cancel', (state, self) =>
        decideCancelAsked(state, row, self),
      )
      if (!answer.cancelled)
        return `${row.scope} was not cancelled: ${notCancelled[answer.reason]}.`
      return answer.requested
        ? `${row.scope} is being cancelled: its owner was told to stop.`
        : `${row.scope} is cancelled.`
    },
  },
  {
    name: 'pause',
    label: 'Pause…',
    isPossible: ({ view, paused }) => view.status !== 'signed-out' && !paused,
    question: ({ scope }) => ({
      title: `Pause ${scope}?`,
      text: 'Nothing new starts for this key, in any tab, until somebody lets it go on. What runs goes on.',
      yes: 'Pause the key',
    }),
    act: (registry, row) => pause(registry, row, true),
  },
  {
    name: 'resume',
    label: 'Resume…',
    isPossible: ({ view, paused }) => view.status !== 'signed-out' && paused,
    question: ({ scope }) => ({
      title: `Let ${scope} go on?`,
      text: 'What was deferred by the pause starts at once.',
      yes: 'Resume the key',
    }),
    act: (registry, row) => pause(registry, row, false),
  },
  {
    name: 'release',
    label: 'Release by force…',
    isPossible: ({ lease }) => lease !== null,
    question: ({ scope, owner }) => ({
      title: `Take ${scope} from its owner?`,
      text: `${owner?.isHere ? 'This tab' : (owner?.name ?? 'Its owner')} loses the key, and its next commit is refused; another tab goes on at the checkpoint. What the stage is doing besides is not stopped: for a while both may run.`,
      yes: 'Release by force',
    }),
    async act(registry, { key, scope, record }) {
      const answer = await forceRelease(registry, key, record.lease?.fence ?? record.fence)
      return answer.released
        ? `${scope} was released; its fence is ${answer.fence} now.`
        : `${scope} was not released: ${refusalWords[answer.reason]}.`
    },
  },
]

/** Asks, then does it. `null`: it was left. */
export async function askAndAct(
  action: KeyAction,
  registry: TaskRegistry,
  row: KeyRow,
  confirm: Pick<Confirm, 'ask'>,
): Promise<string | null> {
  if (!(await confirm.ask(action.question(row)))) return null
  try {
    return await action.act(registry, row)
  } catch (error) {
    return `${row.scope}: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** What waited may have begun while the question stood: nobody was asked about the run that it is now. */
function decideCancelAsked(
  state: StoreState,
  row: KeyRow,
  self: { readonly agent: string; readonly agentLabel: string },
): Decided<CancelResult> {
  const { run } = row.record
  if (!run && state.record?.run) return { result: { cancelled: false, reason: 'other-run' } }
  return decideCancel(state, row, run?.runId ?? null, self)
}

const notCancelled: Readonly<
  Record<Extract<CancelResult, { readonly cancelled: false }>['reason'], string>
> = {
  'not-running': 'nothing was there any more',
  'other-run': 'another run is under way meanwhile',
  'signed-out': 'its user is not signed in',
}

async function pause(registry: TaskRegistry, row: KeyRow, paused: boolean): Promise<string> {
  const isDone = await decide(registry, row, paused ? 'pause' : 'resume', (state, self) =>
    decidePause(state, row, paused, self),
  )
  if (!isDone) return `${row.userId} is not signed in: nothing was changed.`
  return paused ? `${row.scope} is paused.` : `${row.scope} goes on.`
}

/** One transaction on the key, told to all tabs. */
async function decide<Result>(
  registry: TaskRegistry,
  { key, userId }: KeyRow,
  what: string,
  rule: (
    state: StoreState,
    self: { readonly agent: string; readonly agentLabel: string },
  ) => Decided<Result>,
): Promise<Result> {
  const { ledger, impatient, options } = insideOf(registry)
  const self = { agent: registry.agent, agentLabel: options.environment.label() }
  const landing = ledger.transact({ key, userId }, state => rule(state, self))
  return (await impatient(landing, what)).result
}

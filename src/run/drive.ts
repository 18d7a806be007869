/** Drives one attempt through its stages, from where the checkpoint says. */
import { bookmarkOf } from '../model/bookmark.ts'
import { decideCommit, sealsAfter } from '../model/decide-hold.ts'
import type { AttemptEnd } from '../model/decide-settle.ts'
import { type LeaseLost, RegistryError } from '../model/error.ts'
import type { TaskError } from '../model/failure.ts'
import { isFaultOfCode } from '../model/fault.ts'
import { chooseRecovery } from '../model/recovery.ts'
import { describeThrown } from '../model/retry.ts'
import type { Run } from '../model/run.ts'
import { asTaskFailure, TaskFailure } from '../model/task-failure.ts'
import type { Timer } from '../port/clock.ts'
import type { RunDeps } from './deps.ts'
import type { Holding } from './holding.ts'
import { createProgressSender } from './progress-sender.ts'
import { createTaskRun } from './task-run.ts'
import { createWatchdog } from './watchdog.ts'

/** An aborted stage function may take so long to return, ms. */
const graceMs = 10_000

/** How an attempt came to its end. */
export interface Driven {
  /** `null`: the key is another's, there is nothing to settle. */
  readonly end: AttemptEnd | null
  /** Resolves when the last stage function has returned, whatever became of the attempt. */
  readonly returned: Promise<void>
}

/** Calls the stages that are left, one after the other. */
export async function driveRun(deps: RunDeps, holding: Holding, run: Run): Promise<Driven> {
  const { policy, stages } = holding.definition
  const watchdog = createWatchdog(deps, holding)
  const sender = createProgressSender(deps, holding)
  let returned = Promise.resolve()
  try {
    if (run.fault) {
      const { name, message } = run.fault
      const text = `task '${policy.scope}': mergePayload or migrate threw ${name}: ${message}; the run fails.`
      const where = `task '${policy.scope}', mergePayload() or migrate()`
      deps.onError(new RegistryError('invalid-task', text, { runId: run.runId }), where)
      return { end: failedWith(run.fault), returned }
    }
    for (;;) {
      if (holding.signal.aborted) return { end: endOfAborted(deps, holding), returned }
      const checkpoint = (holding.record().run ?? run).checkpoint
      const { stage } = chooseRecovery(checkpoint, policy)
      if (stage === null) return { end: { kind: 'succeeded', step: null }, returned }
      const cursor =
        (checkpoint.stage === stage ? checkpoint.cursor : null) ??
        bookmarkOf(holding.record().bookmarks, stage, policy)
      const made = createTaskRun({ deps, holding, run, stage, cursor, watchdog, sender })
      const work = stages.get(stage)
      const called = inFreshTask(deps, async () => {
        // Told to stop before it began, a listener for the abort would never be called; and the page may
        // have been away since the key was acquired.
        await holding.confirm()
        // A device that slept meanwhile may wake when the time of the event is over.
        watchdog.leaveWhenOver()
        holding.signal.throwIfAborted()
        holding.markBegun()
        await work?.(made.run)
      })
      returned = called.then(noop, noop)
      const ended = await stopOnAbort(deps, holding.signal, called)
      made.markReturned()
      if ('thrown' in ended) return { end: endOf(deps, holding, stage, ended.thrown), returned }
      if (holding.signal.aborted) return { end: endOfAborted(deps, holding), returned }
      const isLast = policy.stages.at(-1)?.name === stage
      const step = { stage, last: true, seal: false }
      if (isLast)
        return { end: { kind: 'succeeded', step: made.isFinished() ? null : step }, returned }
      if (!made.isFinished()) {
        if (sealsAfter(stage, policy)) holding.markSealing()
        try {
          await holding.write((state, write) => decideCommit(state, write, step, policy))
        } catch (error) {
          return { end: endOf(deps, holding, stage, error), returned }
        }
      }
      watchdog.moved()
    }
  } finally {
    watchdog.stop()
    sender.stop()
  }
}

/** The stage's own task: outside of the transaction, zone and promise chain that asked for the run. */
function inFreshTask(deps: RunDeps, work: () => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    deps.environment.startTask(() => {
      work().then(resolve, reject)
    })
  })
}

type Ended = { readonly returned: true } | { readonly thrown: unknown }

/** The stage's end, or the abort's when the stage does not return within the grace. */
function stopOnAbort(deps: RunDeps, signal: AbortSignal, called: Promise<void>): Promise<Ended> {
  return new Promise(resolve => {
    let timer: Timer | null = null
    const onAbort = (): void => {
      timer = deps.clock.setTimer(graceMs, () => resolve({ thrown: signal.reason }))
    }
    const settle = (ended: Ended): void => {
      timer?.cancel()
      signal.removeEventListener('abort', onAbort)
      resolve(ended)
    }
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort)
    called.then(
      () => settle({ returned: true }),
      (thrown: unknown) => settle({ thrown }),
    )
  })
}

function endOf(deps: RunDeps, holding: Holding, stage: string, thrown: unknown): AttemptEnd | null {
  if (holding.signal.aborted) return endOfAborted(deps, holding)
  const failure = failureOf(deps, thrown)
  const { lastError } = holding.record().run ?? {}
  // Once for a run that fails again and again in the same way, whoever works on it.
  if (isFaultOfCode(thrown) && lastError?.message !== failure.error.message)
    deps.onError(thrown, `task '${holding.definition.policy.scope}', stage '${stage}'`)
  return { kind: 'failed', failure }
}

function endOfAborted(deps: RunDeps, holding: Holding): AttemptEnd | null {
  const { reason } = holding.signal.reason as LeaseLost
  switch (reason) {
    case 'lease-lost':
      return null
    // The settle of a signed-out run is refused, and writes down that it ended.
    case 'signed-out':
    case 'cancelled':
    case 'superseded':
      return { kind: 'cancelled' }
    case 'closing':
      return { kind: 'handed-over' }
    case 'lease-in-doubt':
    case 'run-timeout':
    case 'stalled':
      return {
        kind: 'failed',
        failure: failureOf(
          deps,
          new TaskFailure('retryable', `the attempt was stopped: ${reason}`),
        ),
      }
  }
}

function failedWith(error: TaskError): AttemptEnd {
  return { kind: 'failed', failure: { error, retryAfterMs: 0, afterResume: false } }
}

function failureOf(deps: RunDeps, thrown: unknown) {
  const described = describeThrown(thrown, deps.redact)
  const offline = described.error.failureClass === 'retryable' && !deps.environment.isOnline()
  const error = offline ? { ...described.error, failureClass: 'offline' as const } : described.error
  // Fetch reports a network failure as a TypeError; nothing else tells it from a fault of the stage.
  const network =
    error.failureClass === 'offline' ||
    (isTypeError(requestErrorOf(thrown)) && error.failureClass === 'retryable')
  return { ...described, error, afterResume: network && deps.resumedLately() }
}

/** `leasehold/fetch` says more of a failed request, and keeps what the platform said. */
function requestErrorOf(thrown: unknown): unknown {
  return asTaskFailure(thrown)?.cause ?? thrown
}

/** Anything may be thrown, also what cannot be asked. */
function isTypeError(thrown: unknown): boolean {
  try {
    return thrown instanceof TypeError
  } catch {
    return false
  }
}

function noop(): void {}

/** What a stage function receives, over the holding that backs it. */
import { checkJson, noteBytes } from '../model/bounds.ts'
import { type CommitStep, decideCommit, sealsAfter } from '../model/decide-hold.ts'
import { RegistryError } from '../model/error.ts'
import { headerNames, idempotencyKey } from '../model/idempotency.ts'
import type { Json } from '../model/json.ts'
import { checkOptions, type OptionKinds } from '../model/options.ts'
import type { Run } from '../model/run.ts'
import type { ApplicationWrite } from '../port/fenced-writes.ts'
import type { RunDeps } from './deps.ts'
import type { FencedCommitOptions } from './fenced-task.ts'
import type { Holding } from './holding.ts'
import type { ProgressSender } from './progress-sender.ts'
import type { CommitOptions, ProgressNote, TaskRun } from './stage.ts'
import type { Watchdog } from './watchdog.ts'

/** The longest time that `ensure` grants, ms. */
const ensureAtMostMs = 600_000

/** What a stage's run is made of. */
export interface StageContext {
  readonly deps: RunDeps
  readonly holding: Holding
  readonly run: Run
  readonly stage: string
  /** Where the stage begins; `null` from nothing. */
  readonly cursor: Json
  readonly watchdog: Watchdog
  readonly sender: ProgressSender
}

/** A stage's run, and whether the stage said that it is finished. */
export interface StageRun {
  readonly run: TaskRun<Json, Json, Json>
  isFinished(): boolean
  /** The stage function has returned: what it does from now on would count for a later stage. */
  markReturned(): void
}

const commitKinds: OptionKinds<FencedCommitOptions<never>> = {
  last: 'boolean',
  seal: 'boolean',
  write: 'any',
}
const progressKinds: OptionKinds<ProgressNote> = { done: 'any', total: 'any', detail: 'any' }
const partKinds = { per: 'any' } as const

/** Makes what the function of one stage receives. */
export function createTaskRun(context: StageContext): StageRun {
  const { deps, holding, run, stage, watchdog, sender } = context
  const { policy } = holding.definition
  const { key, userId, storeId } = holding
  let finished = false
  let returned = false

  function checkNotReturned(call: string): void {
    if (!returned) return
    // Its attempt ended without it: it did not return, and is late.
    holding.signal.throwIfAborted()
    throw new RegistryError(
      'stage-finished',
      `stage '${stage}' called ${call} after it had returned. Await all of its work before the stage function ends.`,
      { stage },
    )
  }

  async function commit(next: Json, options: CommitOptions = {}): Promise<void> {
    checkOptions(options, commitKinds, 'commit()')
    checkNotReturned('commit()')
    if (finished) {
      throw new RegistryError(
        'stage-finished',
        `stage '${stage}' committed after commit(…, { last: true }). Make 'last' the stage's last commit.`,
        { stage },
      )
    }
    const step: CommitStep = {
      stage,
      cursor: checkJson(next, 'cursor'),
      last: options.last === true,
      seal: options.seal === true,
    }
    const { write } = options as FencedCommitOptions<never>
    const application = write && applicationOf(holding, write)
    if (step.seal || (step.last && sealsAfter(stage, policy))) holding.markSealing()
    await holding.write((state, held) => decideCommit(state, held, step, policy), application)
    made.cursor = step.cursor ?? undefined
    finished ||= step.last
    watchdog.moved()
    // What was committed counts. The stage is stopped here: it may never look at its signal.
    if (!step.last && watchdog.leaveWhenOver()) holding.signal.throwIfAborted()
  }

  const made: TaskRun<Json, Json, Json> & { cursor: Json | undefined } = {
    key,
    userId,
    scope: policy.scope,
    runId: run.runId,
    source: run.source,
    byUser: run.byUser,
    payload: run.payload,
    cursor: context.cursor ?? undefined,
    attempt: run.attempt,
    takeovers: run.takeovers,
    recovery: run.recovery,
    fence: holding.fence,
    startedAt: run.startedAt,
    scheduledAt: run.scheduledAt ?? undefined,
    signal: holding.signal,
    deadlineAt: watchdog.deadlineAt ?? undefined,
    commit,
    progress(note) {
      checkOptions(note, progressKinds, 'progress()')
      const detail =
        note.detail === undefined ? null : checkJson(note.detail, 'progress detail', noteBytes)
      const { done = null, total = null } = note
      // A transfer that tells of itself may do so once more, too late.
      if (returned) return
      holding.setProgress({
        stage,
        done: count(done, 'done'),
        total: count(total, 'total'),
        detail,
        at: deps.clock.now(),
      })
      watchdog.moved()
      holding.keeper.renewIfDue()
      sender.send()
    },
    async seal() {
      checkNotReturned('seal()')
      holding.markSealing()
      const step: CommitStep = { stage, last: false, seal: true }
      await holding.write((state, write) => decideCommit(state, write, step, policy))
    },
    async ensure(ms) {
      if (!(ms >= 0 && ms <= ensureAtMostMs)) {
        throw new RegistryError(
          'invalid-argument',
          `ensure() takes 0 to ${ensureAtMostMs} ms, but got ${ms}. Split longer work by commits.`,
          { ms },
        )
      }
      await holding.ensure(ms)
      holding.keeper.renewIfDue()
    },
    result(value) {
      checkNotReturned('result()')
      holding.setResult(checkJson(value, 'result'))
    },
    idempotencyKey(part, options) {
      checkOptions(options ?? {}, partKinds, 'idempotencyKey()')
      return idempotencyKey(
        storeId,
        key,
        part,
        options?.per === 'occurrence' ? (run.scheduledAt ?? run.requestedAt) : null,
      )
    },
    async headers(part) {
      await holding.ensure(0)
      holding.keeper.renewIfDue()
      return {
        [headerNames.store]: storeId,
        // Header values are ASCII; a key may name a user in any script.
        [headerNames.key]: encodeURIComponent(key),
        [headerNames.fence]: String(holding.fence),
        ...(part === undefined
          ? {}
          : { [headerNames.idempotencyKey]: idempotencyKey(storeId, key, part) }),
      }
    },
  }
  return {
    run: made,
    isFinished: () => finished,
    markReturned() {
      returned = true
    },
  }
}

function applicationOf(
  { definition }: Holding,
  write: ApplicationWrite<never>['write'],
): ApplicationWrite<never> {
  const { fenced, policy } = definition
  if (fenced && typeof write === 'function') return { tables: fenced.tables, write }
  throw new RegistryError(
    'no-fenced-writes',
    `task '${policy.scope}': commit(…, { write }) takes a function, in a task of defineTask from 'leasehold/dexie' or 'leasehold/idb'. Define the task with that, or write before the commit.`,
    { scope: policy.scope },
  )
}

function count(value: number | null, what: string): number | null {
  if (value === null || Number.isFinite(value)) return value
  throw new RegistryError(
    'invalid-argument',
    `progress '${what}' must be a finite number, but is ${value}.`,
    { what },
  )
}

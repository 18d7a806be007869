/** The life of one key as the rules write it: each step is a transaction, each write is checked. */
import { decideSignIn, decideSignOut } from '../../src/model/account.ts'
import type { Due, Signal } from '../../src/model/choose-due.ts'
import { chooseDue } from '../../src/model/choose-due.ts'
import {
  type Cause,
  type ContinueResult,
  decideContinue,
  type FoundRetry,
} from '../../src/model/decide-continue.ts'
import type { CancelResult } from '../../src/model/cancel-result.ts'
import {
  decideCancel,
  decidePause,
  decideReset,
  type ResetResult,
} from '../../src/model/decide-control.ts'
import {
  type CommitStep,
  decideCommit,
  decideRenew,
  type HoldResult,
  type HoldWrite,
} from '../../src/model/decide-hold.ts'
import { type AttemptEnd, decideSettle } from '../../src/model/decide-settle.ts'
import type { HistoryRow } from '../../src/model/history-row.ts'
import type { Lease } from '../../src/model/lease.ts'
import type { TaskRecord } from '../../src/model/record.ts'
import type { Run } from '../../src/model/run.ts'
import type { SettleResult } from '../../src/model/settle-result.ts'
import { decideTrigger } from '../../src/model/decide-trigger.ts'
import type { TriggerResult } from '../../src/model/trigger-answer.ts'
import type { FailureClass } from '../../src/model/error.ts'
import type { Evidence } from '../../src/model/evidence.ts'
import type { AgentFacts, Decided, StoreState, TaskPolicy } from '../../src/model/facts.ts'
import type { Holder } from '../../src/model/holder.ts'
import type { Json } from '../../src/model/json.ts'
import type { TriggerRequest } from '../../src/model/trigger.ts'
import { deriveView, type ViewFacts } from '../../src/model/derive-view.ts'
import type { UserRecord } from '../../src/model/user-record.ts'
import type { TaskView } from '../../src/model/view.ts'
import {
  anError,
  aPolicy,
  aPress,
  aRequest,
  aState,
  aUser,
  key,
  second,
  someFacts,
  startAt,
} from './builders.ts'
import { checkWrite } from './invariants.ts'

/** What a story may begin with. */
export interface StoryOptions {
  readonly policy?: TaskPolicy
  readonly user?: UserRecord | null
}

/** Who does a step, and under which circumstances. */
export type Who = Partial<AgentFacts>

/** The record of one key, and everything that may happen to it. */
export class Story {
  policy: TaskPolicy
  now: number = startAt
  storeId = 'store-1'
  stored: TaskRecord | null = null
  user: UserRecord | null
  readonly rows: HistoryRow[] = []
  readonly #ended = new Set<string>()
  #drawn = 0

  constructor(options: StoryOptions = {}) {
    this.policy = options.policy ?? aPolicy()
    this.user = options.user === undefined ? aUser() : options.user
  }

  get record(): TaskRecord {
    if (!this.stored) throw new Error('nothing was written yet')
    return this.stored
  }

  get run(): Run {
    if (!this.record.run) throw new Error('there is no run')
    return this.record.run
  }

  get lease(): Lease {
    if (!this.record.lease) throw new Error('nobody holds the key')
    return this.record.lease
  }

  /** Who holds the key now. */
  get holder(): Holder {
    const { owner, fence } = this.lease
    return { owner, fence, storeId: this.storeId }
  }

  get lastRow(): HistoryRow | undefined {
    return this.rows.at(-1)
  }

  get state(): StoreState {
    const { now, storeId, user } = this
    return aState({ record: this.stored, user, now, storeId })
  }

  /** Facts of an agent with ids that were never drawn before. */
  facts(who: Who = {}): AgentFacts {
    this.#drawn++
    return someFacts({ owner: `owner-${this.#drawn}`, runId: `run-${this.#drawn}`, ...who })
  }

  /** One transaction: what the rule answers is written, and checked. */
  transact<Result>(decide: (state: StoreState) => Decided<Result>): Result {
    const { record, history = [], result } = decide(this.state)
    if (record) {
      checkWrite({ before: this.stored, after: record, rows: history, ended: this.#ended })
      this.stored = deepFreeze(record)
    } else if (history.length > 0) throw new Error('a row was written without its record')
    for (const row of history) this.#ended.add(row.runId)
    this.rows.push(...history)
    return result
  }

  advance(ms: number): this {
    this.now += ms
    return this
  }

  trigger(request: TriggerRequest = aRequest(), who: Who = {}): TriggerResult {
    return this.transact(state => decideTrigger(state, key, request, this.facts(who), this.policy))
  }

  /** What a write of the present holder carries. */
  write(changes: Partial<HoldWrite> = {}): HoldWrite {
    return {
      holder: changes.holder ?? this.holder,
      ttlMs: 60 * second,
      presence: 'presence-1',
      joined: [],
      progress: null,
      ...changes,
    }
  }

  renew(changes: Partial<HoldWrite> = {}): HoldResult {
    return this.transact(state => decideRenew(state, this.write(changes)))
  }

  commit(step: Partial<CommitStep> = {}, changes: Partial<HoldWrite> = {}): HoldResult {
    const stage = step.stage ?? this.run.checkpoint.stage ?? ''
    const whole: CommitStep = { last: false, seal: false, ...step, stage }
    return this.transact(state => decideCommit(state, this.write(changes), whole, this.policy))
  }

  /** The present stage committed a cursor. */
  reach(cursor: Json): HoldResult {
    return this.commit({ cursor })
  }

  seal(): HoldResult {
    return this.commit({ seal: true })
  }

  /** The present stage returned, and it was not the last. */
  endStage(): HoldResult {
    return this.commit({ last: true })
  }

  settle(end: AttemptEnd, who: Who = {}, changes: Partial<HoldWrite> = {}): SettleResult {
    const agent = this.stored?.lease?.agent
    const facts = this.facts({ ...(agent === undefined ? {} : { agent }), ...who })
    const runId = this.stored?.run?.runId ?? this.stored?.last?.runId ?? ''
    return this.transact(state =>
      decideSettle(state, this.write(changes), runId, end, facts, this.policy),
    )
  }

  /** The last stage returned. */
  succeed(who: Who = {}): SettleResult {
    const stage = this.run.checkpoint.stage
    return this.settle(
      { kind: 'succeeded', step: stage === null ? null : { stage, last: true, seal: false } },
      who,
    )
  }

  fail(
    failureClass: FailureClass = 'retryable',
    {
      retryAfterMs = 0,
      afterResume = false,
      ...who
    }: Who & { retryAfterMs?: number; afterResume?: boolean } = {},
  ): SettleResult {
    return this.settle(
      { kind: 'failed', failure: { error: anError(failureClass), retryAfterMs, afterResume } },
      who,
    )
  }

  handOver(who: Who = {}): SettleResult {
    return this.settle({ kind: 'handed-over' }, who)
  }

  /** The wait of now, as an agent finds it that is about to look. */
  foundRetry(): FoundRetry {
    return { runId: this.run.runId, fence: this.record.fence, at: this.now }
  }

  /** An agent looks whether something is due. */
  look(signal: Signal = 'time', who: Who = {}, retryOf?: FoundRetry): ContinueResult {
    return this.goOn({ signal, ...(retryOf === undefined ? {} : { retryOf }) }, who)
  }

  /** What an agent would find on looking, without writing. */
  due(signal: Signal = 'time', who: Who = {}): Due | null {
    return chooseDue(this.record, this.user, this.facts(who), this.policy, signal, this.now)
  }

  /** Another agent was given the owner's presence lock. */
  takeOver(who: Who = {}, how: { readonly handOver?: boolean } = {}): ContinueResult {
    return this.goOn({ evidence: this.presenceEvidence(), ...how }, { agent: 'tab-b', ...who })
  }

  presenceEvidence(): Evidence {
    const { owner, fence, presence } = this.lease
    return { kind: 'presence', owner, fence, presence: presence ?? '' }
  }

  goOn(cause: Cause, who: Who = {}): ContinueResult {
    return this.transact(state => decideContinue(state, key, cause, this.facts(who), this.policy))
  }

  cancel(runId: string | null = null, who: Who = {}): CancelResult {
    return this.transact(state => decideCancel(state, key, runId, this.facts(who)))
  }

  pause(paused = true): boolean {
    return this.transact(state => decidePause(state, key, paused, this.facts()))
  }

  reset(): ResetResult {
    return this.transact(state => decideReset(state, key, this.facts()))
  }

  signIn(fresh = false): void {
    const users = this.user ? [this.user] : []
    this.user = decideSignIn(users, key.userId, { fresh, exclusive: true }, this.now, 0).user
  }

  signOut(): void {
    this.user = decideSignOut(this.user ? [this.user] : [], key.userId, 0).user
  }

  view(facts: Partial<ViewFacts> = {}): TaskView {
    const identity = { key: `${key.userId}|${key.scope}`, ...key }
    return deriveView(identity, this.stored, this.user, {
      now: this.now,
      agent: 'tab-a',
      capable: true,
      stuck: false,
      outdated: false,
      ownerGone: false,
      progress: null,
      store: { state: 'ok' },
      background: null,
      gate: true,
      ...facts,
    })
  }
}

/** A run of the first stage, started by a press. */
export function aRunning(options: StoryOptions & { readonly payload?: Json } = {}): Story {
  const story = new Story(options)
  story.trigger(aPress(options.payload === undefined ? {} : { payload: options.payload }))
  return story
}

/** A run whose last stage has begun. */
export function aSealed(options: StoryOptions & { readonly payload?: Json } = {}): Story {
  const story = aRunning(options)
  story.endStage()
  return story
}

/** A run that failed once and waits for its next attempt. */
export function aWaiting(
  options: StoryOptions & { readonly payload?: Json; readonly reason?: FailureClass } = {},
): Story {
  const story = aRunning(options)
  story.advance(second).fail(options.reason)
  return story
}

/** A run that its agent left, and that anybody may go on with. */
export function aPending(options: StoryOptions & { readonly payload?: Json } = {}): Story {
  const story = aRunning(options)
  story.advance(second).handOver()
  return story
}

/** A run that succeeded, a minute ago. */
export function aSucceeded(options: StoryOptions & { readonly payload?: Json } = {}): Story {
  const story = aRunning(options)
  if (story.policy.stages.length > 1) story.endStage()
  story.advance(second).succeed()
  story.advance(60 * second)
  return story
}

/** A run that failed for good a minute ago: at its first attempt, or at the last it has. */
export function aFailed(
  cause: 'fatal' | 'exhausted' | 'poisoned',
  options: StoryOptions & { readonly payload?: Json } = {},
): Story {
  const story = aRunning(options)
  if (cause === 'fatal') story.fail('fatal')
  if (cause === 'exhausted') {
    while (story.record.run) {
      story.fail()
      if (story.record.run) story.advance(story.policy.retry.capMs).look()
    }
  }
  if (cause === 'poisoned') while (story.record.run) story.takeOver()
  story.advance(60 * second)
  return story
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const part of Object.values(value)) deepFreeze(part)
  }
  return value
}

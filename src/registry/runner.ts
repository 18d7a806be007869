/** The runs of this agent: acquires, drives, settles, goes on with what was promoted. */
import { type Cause, type ContinueResult, decideContinue } from '../model/decide-continue.ts'
import type { Settled } from '../model/settle-result.ts'
import type { AgentFacts, Decided, StoreState } from '../model/facts.ts'
import type { OwnedKey } from '../model/message.ts'
import type { PresenceHolder, PresenceTicket } from '../lease/presence-holder.ts'
import type { Landed, RunDeps } from '../run/deps.ts'
import { driveRun } from '../run/drive.ts'
import { type Acquired, type Holding, createHolding } from '../run/holding.ts'
import { settleRun } from '../run/settle.ts'
import type { TaskDefinition } from '../run/task.ts'
import { type Attempts, createAttempts, type Requested } from './attempts.ts'
import type { RunTarget } from './run-target.ts'
import { createStarting, type Starting, type StartingDeps } from './starting.ts'
import { createStuckStages } from './stuck-stages.ts'
import type { UnheardSettles } from './unheard-settles.ts'

/** The runs of this agent. */
export interface Runner extends Pick<Starting, 'isStopped' | 'mayAcquire'> {
  holding(key: string): Holding | undefined
  holdings(): Iterable<Holding>
  /** Whether a stage function of this key has not returned although its attempt is over. */
  isStuck(key: string): boolean
  /** Whether one more key may run here beside those that do, and those whose decision is under way. */
  hasRoom(key: string): boolean
  /** Whether the key is held here, or a decision is under way that may acquire it. */
  isBusyWith(key: string): boolean
  /** Keys that a decision under way may start here, or put off. */
  underWay(): readonly string[]
  /** One decision that may acquire; what it acquires must be begun. */
  attempt: Attempts['make']
  /** Goes on with what was left of a key. */
  goOn(target: RunTarget, cause: Cause): Promise<ContinueResult>
  /** The leases that this agent holds. */
  owned(): readonly OwnedKey[]
  /** The page is here again: leases are taken up under the new presence lock, or found to be another's. */
  readopt(): void
  /** No run is acquired in this agent from now on; what is being acquired is handed over. */
  stop(): void
  /** Runs that were acquired, but of which no stage was called yet, are left to others. */
  handOverUnbegun(): void
  /** Whether no run is left here, nor a decision that may start one. */
  isIdle(): boolean
  /** Resolves when that is so. */
  idle(): Promise<void>
  /** Aborts every run; those that are being acquired end before they begin. */
  abortAll(): void
  /** Runs that were left to expire, since their stage did not return. */
  unfinished(): readonly string[]
}

/** What the runner is made of. */
export interface RunnerDeps extends RunDeps {
  readonly presence: PresenceHolder
  /** Facts of this agent with new ids. */
  facts(
    definition: TaskDefinition,
    presence: string | null,
    mayStart: AgentFacts['mayStart'],
    settling: boolean,
  ): AgentFacts

  /** Throws while a failing store rests. */
  throwIfResting(): void
  readonly maxConcurrent: StartingDeps['maxConcurrent']
  /** This agent is about to acquire the key. */
  onIntent(key: string): void
  readonly unheard: UnheardSettles
  /** A key is held from here on: what was heard of it before the store answered counts, too. */
  onHeld(holding: Holding): void
  /** An attempt of this agent was settled. */
  onSettled(target: RunTarget, settled: Settled): void
  /** A key is free again in this agent: its run, or a stage function that was stuck, has ended. */
  onFree(key: string): void
}

/** Makes the runner. */
export function createRunner(deps: RunnerDeps): Runner {
  const holdings = new Map<string, Holding>()
  const idleWaiters = new Set<() => void>()
  const abandoned: string[] = []

  const stuck = createStuckStages({ onError: deps.onError, onReturned: deps.onFree })
  const starting = createStarting({ ...deps, holdings, stuck })
  const attempts = createAttempts({
    ...deps,
    facts: ({ key, definition }, presence, may) =>
      deps.facts(definition, presence, may, holdings.get(key)?.isSettling() ?? false),
    mayAcquire: starting.mayAcquire,
    mayStart: (key, isOthers, hasPresence) =>
      starting.mayStart(key, isOthers, hasPresence, attempts.given()),
    onAcquired: hold,
    onOver(key, hasAcquired) {
      // What failed may have landed all the same, now or before: the key may be held by nobody here.
      if (!hasAcquired) deps.onFree(key)
      tellIdle()
    },
  })

  const isIdle = (): boolean => holdings.size === 0 && attempts.isNone()

  function tellIdle(): void {
    if (isIdle()) for (const resolve of idleWaiters) resolve()
  }

  /** From here on the key is ours: triggers of this agent join without a transaction. */
  function hold(
    target: RunTarget,
    landed: Landed<unknown>,
    requested: Requested,
    ticket: PresenceTicket,
  ): () => void {
    const { record, storeId } = landed
    if (!record?.run || !record.lease) throw new TypeError('an acquisition without run or lease')
    const { run, lease } = record
    const acquired: Acquired = { record, run, lease, storeId, ...requested, presence: ticket.name }
    const holding = createHolding(deps, acquired, target.definition)
    holdings.set(target.key, holding)
    // Asked for before the agent stopped: it ends without a stage being called.
    if (starting.isStopped()) holding.abort('closing')
    deps.onHeld(holding)
    return () => {
      void live(target, holding, acquired, ticket).catch(deps.onError)
    }
  }

  async function live(
    target: RunTarget,
    holding: Holding,
    acquired: Acquired,
    ticket: PresenceTicket,
  ): Promise<void> {
    const tell = deps.unheard.follow(holding)
    const { end, returned } = await driveRun(deps, holding, acquired.run)
    let hasReturned = false
    void returned.then(() => {
      hasReturned = true
    })
    // A turn for the line above: a stage that has returned is not stuck.
    await Promise.resolve()
    if (!hasReturned) stuck.add(target.key, target.scope, returned)
    const standing = () => ({
      presence: ticket.name(),
      mayStart: starting.mayFollow(hasReturned),
    })
    const factsNow = (): AgentFacts => {
      const { presence, mayStart: may } = standing()
      return deps.facts(target.definition, presence, may, false)
    }
    // Never released under a live stage: without a settle the lease is left to expire.
    const leave = end === null || (end.kind === 'handed-over' && !hasReturned)
    if (leave && end) abandoned.push(holding.runId)
    const settled = leave ? null : await settleRun(deps, holding, end, factsNow, standing)
    const landed = settled?.landed
    if (!leave && !landed) abandoned.push(holding.runId)
    holding.keeper.stop()
    if (holdings.get(target.key) === holding) holdings.delete(target.key)
    const settle = landed?.result
    if (settle?.ok && settle.promoted && settled) {
      // The follow-up runs under the same presence, which its lease names.
      hold(target, settled.landed, settled, ticket)()
    } else void returned.then(() => ticket.release())
    // The key is free, whether or not the history can be read now.
    void tell(landed).catch(deps.onError)
    if (settle?.ok) deps.onSettled(target, settle.settled)
    deps.onFree(target.key)
    tellIdle()
  }

  return {
    holding: key => holdings.get(key),
    holdings: () => holdings.values(),
    isStuck: key => stuck.has(key),
    hasRoom: key => starting.hasPlace(key, attempts.underWay()),
    isBusyWith: key => holdings.has(key) || attempts.isUnderWay(key),
    underWay: attempts.underWay,
    attempt: attempts.make,
    async goOn(target, cause) {
      deps.throwIfResting()
      const decide = (state: StoreState, facts: AgentFacts): Decided<ContinueResult> =>
        decideContinue(state, target, cause, facts, target.definition.policy)
      const { landed, begin } = await attempts.make(target, { decide, willAcquire: true })
      begin?.()
      return landed.result
    },
    owned: () => [...holdings.values()].map(({ key, owner, fence }) => ({ key, owner, fence })),
    readopt() {
      // Not only confirmed: what was written since without a lock has to name the one that is held now.
      for (const holding of holdings.values()) holding.renew().catch(() => undefined)
    },
    stop: starting.stop,
    handOverUnbegun() {
      for (const holding of holdings.values()) if (!holding.hasBegun()) holding.abort('closing')
    },
    isStopped: starting.isStopped,
    mayAcquire: starting.mayAcquire,
    isIdle,
    idle() {
      if (isIdle()) return Promise.resolve()
      return new Promise(resolve => {
        const done = (): void => {
          idleWaiters.delete(done)
          resolve()
        }
        idleWaiters.add(done)
      })
    },
    abortAll() {
      for (const holding of holdings.values()) holding.abort('closing')
    },
    unfinished: () => abandoned,
  }
}

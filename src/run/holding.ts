/** One key held by this agent: its lease, and its writes under it. */
import { type Keeper, type Moment, type Trust, createKeeper, readMoment } from '../lease/keeper.ts'
import { type HoldResult, type HoldWrite, decideRenew } from '../model/decide-hold.ts'
import { type AbortReason, LeaseLost } from '../model/error.ts'
import type { Decided, StoreState } from '../model/facts.ts'
import type { Lease } from '../model/lease.ts'
import { decideOwnJoin } from '../model/own-join.ts'
import type { ApplicationWrite } from '../port/fenced-writes.ts'
import type { TaskRecord } from '../model/record.ts'
import type { Run } from '../model/run.ts'
import type { TriggerRequest } from '../model/trigger.ts'
import type { Landed, RunDeps } from './deps.ts'
import { createGathered, type Gathered } from './gathered.ts'
import type { TaskDefinition } from './task.ts'

/** What an acquisition gave. */
export interface Acquired {
  readonly record: TaskRecord
  readonly run: Run
  readonly lease: Lease
  readonly storeId: string
  /** Just before the acquisition was requested. */
  readonly asked: Moment
  /** How often the page had left by then. */
  readonly absences: number
  /** Name of the presence lock that is held now. */
  presence(): string | null
}

/** A key held by this agent, until it is settled or lost. */
export interface Holding extends Pick<Gathered, 'setProgress' | 'setResult' | 'progress'> {
  readonly key: string
  readonly userId: string
  readonly runId: string
  readonly owner: string
  readonly fence: number
  readonly storeId: string
  readonly definition: TaskDefinition
  readonly keeper: Keeper
  readonly signal: AbortSignal
  /** The record after the last write of this holding. */
  record(): TaskRecord
  /** Stops the attempt; the first reason counts. */
  abort(reason: AbortReason): void
  /** Joins a trigger without a transaction; `false` when the store must decide. */
  join(request: TriggerRequest): boolean
  /** From here this agent treats triggers as if the run were sealed. */
  markSealing(): void
  /** From here every trigger is for the store to decide. */
  markSettling(): void
  isSettling(): boolean
  /** A stage function is being called. */
  markBegun(): void
  hasBegun(): boolean
  /**
   * One transaction of the holder, with the app's own write where there is one. Throws `LeaseLost`
   * once the key is not ours any more.
   */
  write(
    decide: (state: StoreState, write: HoldWrite) => Decided<HoldResult>,
    application?: ApplicationWrite<never>,
  ): Promise<void>
  /** One transaction that is not refused after an abort: renewals and the settle. */
  writeAnyway<Result extends Answer>(
    decide: (state: StoreState, write: HoldWrite) => Decided<Result>,
  ): Promise<Landed<Result>>
  renew(): Promise<void>
  /** Asks the store who holds the key, unless that is certain. Throws `LeaseLost` when it is not ours. */
  confirm(): Promise<void>
  /** Renews unless the lease can be trusted for `ms` from now. */
  ensure(ms: number): Promise<void>
}

/** What a write of a holder is answered: when it is refused, nothing was written. */
interface Answer {
  readonly ok: boolean
}

/** Starts holding what was acquired. */
export function createHolding(
  deps: RunDeps,
  acquired: Acquired,
  definition: TaskDefinition,
): Holding {
  const { clock, absence } = deps
  const { key, userId } = acquired.record
  const { owner, fence } = acquired.lease
  const { storeId } = acquired
  const controller = new AbortController()
  let current = acquired.record
  let sealing = acquired.run.checkpoint.sealed
  let settling = false
  let begun = false
  /** Absences of the page before the last write that was confirmed: since a later one nothing is certain. */
  let absences = acquired.absences
  const gathered = createGathered(acquired.run.progress?.n ?? 0)
  /** Until when, on the monotonic clock, the stage was promised the lease. */
  let ensuredUntil = 0

  const keeper = createKeeper(
    clock,
    deps.random.number,
    acquired.asked,
    acquired.lease.ttlMs,
    () => renew(),
    () => abort('lease-in-doubt'),
  )

  function abort(reason: AbortReason): void {
    // Also when it was aborted before: a lease that is gone would be renewed again and again.
    if (reason === 'lease-lost' || reason === 'signed-out') keeper.stop()
    controller.abort(new LeaseLost(reason))
  }

  async function writeAnyway<Result extends Answer>(
    decide: (state: StoreState, write: HoldWrite) => Decided<Result>,
    application?: ApplicationWrite<never>,
  ): Promise<Landed<Result>> {
    // What `ensure` granted is not taken back by a shorter renewal. Somewhat more than was asked for:
    // the margin and the way to the store are not trusted.
    const ensuredMs = ensuredUntil - clock.monotonic()
    const ttlMs = Math.max(deps.ttlMs(), ensuredMs > 0 ? Math.ceil(ensuredMs * 1.1) + 1_000 : 0)
    if (absence.isAway()) await absence.here()
    let asked = readMoment(clock)
    const seenAbsences = absence.times()
    let release = (): void => undefined
    const guarded = application && {
      ...application,
      write(tx: never) {
        // Verified, and nobody else gets at the record before this transaction has ended.
        release = keeper.secure()
        return application.write(tx)
      },
    }
    const cargo = gathered.take()
    const holder = { owner, fence, storeId }
    const write: HoldWrite = { holder, ttlMs, presence: acquired.presence(), ...cargo }
    try {
      const decideNow = (state: StoreState): Decided<Result> => {
        // The app's write takes its time; the lease that is stored counts from the decision after it.
        if (application) asked = readMoment(clock)
        return decide(state, write)
      }
      const landed = await deps.transact({ key, userId }, decideNow, undefined, guarded)
      const { lease } = landed.record ?? { lease: null }
      if (!landed.result.ok) gathered.giveBack(cargo)
      else if (landed.record && lease?.owner === owner) {
        current = landed.record
        absences = seenAbsences
        keeper.confirmed(asked, lease.ttlMs)
      }
      return landed
    } catch (error) {
      gathered.giveBack(cargo)
      throw error
    } finally {
      release()
    }
  }

  function accept(answer: HoldResult): void {
    if (!answer.ok) abort(answer.reason)
    else if (answer.cancelled) abort(current.run?.cancel?.reason ?? 'cancelled')
  }

  async function write(
    decide: (state: StoreState, write: HoldWrite) => Decided<HoldResult>,
    application?: ApplicationWrite<never>,
  ): Promise<void> {
    if (!controller.signal.aborted && trust() === 'over') abort('lease-in-doubt')
    assertHeld()
    const landed = await writeAnyway(decide, application)
    accept(landed.result)
    assertHeld()
    // It landed, but the page was frozen before it heard of that: the key may be another's by now.
    if (trust() !== 'trusted') await confirm()
  }

  /** A registry that closes lets its stages put down how far they got. */
  function assertHeld(): void {
    const { reason } = controller.signal as { readonly reason?: LeaseLost }
    if (reason?.reason !== 'closing') controller.signal.throwIfAborted()
  }

  async function confirm(): Promise<void> {
    if (trust() !== 'trusted') await renew()
    controller.signal.throwIfAborted()
  }

  function trust(): Trust {
    const believed = keeper.trust()
    return believed === 'trusted' && absences !== absence.times() ? 'ask' : believed
  }

  async function renew(): Promise<void> {
    if (trust() === 'over') return abort('lease-in-doubt')
    accept((await writeAnyway(decideRenew)).result)
  }

  return {
    key,
    userId,
    runId: acquired.run.runId,
    owner,
    fence,
    storeId,
    definition,
    keeper,
    signal: controller.signal,
    record: () => current,
    abort,
    join(request) {
      if (settling || request.slot || controller.signal.aborted || trust() !== 'trusted')
        return false
      const here = { agent: acquired.lease.agent, isSealing: sealing }
      const note = decideOwnJoin(current, request, here, definition.policy, clock.now())
      if (note) gathered.join(note)
      return note !== null
    },
    markSealing() {
      sealing = true
    },
    markSettling() {
      settling = true
    },
    isSettling: () => settling,
    markBegun() {
      begun = true
    },
    hasBegun: () => begun,
    setProgress: gathered.setProgress,
    setResult: gathered.setResult,
    progress: gathered.progress,
    write,
    writeAnyway: decide => writeAnyway(decide),
    renew,
    confirm,
    async ensure(ms) {
      controller.signal.throwIfAborted()
      ensuredUntil = Math.max(ensuredUntil, clock.monotonic() + ms)
      if (trust() !== 'trusted' || keeper.trustedForMs() < ms) await write(decideRenew)
    },
  }
}

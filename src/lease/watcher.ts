/** Watches one key that another agent holds, and takes it over on evidence. */
import { type Evidence, isExpired, isFromFuture, speaksOf } from '../model/evidence.ts'
import type { Lease } from '../model/lease.ts'
import type { Clock, Timer } from '../port/clock.ts'
import type { HeldLock, Presence } from '../port/presence.ts'
import { type Moment, readMoment } from './keeper.ts'

/** How long a ping waits for its answer, ms. */
const pingMs = 300
/** A hidden agent lets visible ones go first for so long, ms. */
const hiddenWaitMs = 200
/** Who did not become heir looks again after so long, ms. */
const heirWaitMs = 1_000
/** A longer pause between two looks means that we were asleep or frozen, ms. */
const awakeGapMs = 62_000
/** Wall and monotonic clock drifting apart by more means that one of them jumped, ms. */
const jumpMs = 2_000

/** What a watcher needs of its agent. */
export interface WatcherDeps {
  readonly clock: Clock
  readonly presence: Presence
  isVisible(): boolean
  /** Whether a message of that agent was received since this page was last shown. */
  isProven(agent: string): boolean
  /** Asks the owner of a lease; its answer comes as a newer record. */
  ping(lease: Lease): void
  /** Re-reads the record; a newer one comes through `update`. */
  refresh(): Promise<void>
  /**
   * One transaction that takes the key over when the evidence still holds. `heardBye`: the owner said
   * that it leaves. `null` where this agent may not: it only says so when nobody else does.
   */
  readonly takeOver: ((evidence: Evidence, heardBye: boolean) => Promise<void>) | null
  /** The owner is known to be gone, until the record changes. */
  onGone(): void
  readonly graceMs: number
}

/** An owner that said that it leaves. */
export interface Leaving {
  readonly owner: string
  readonly fence: number
}

/** Watches until it is stopped. */
export interface Watcher {
  /** The lease as the newest record has it. */
  update(lease: Lease): void
  /** Looks now: the page became visible, or the agent woke up. */
  look(): void
  /** The owner answered a ping. */
  hearPong(owner: string, fence: number): void
  /** The owner said that it leaves: whoever takes over now is handed the run. */
  hearBye(owner: string, fence: number): void
  /** Who said so last, and has not come back since. */
  leaving(): Leaving | null
  /** Nothing is asked for any more, and every lock is given back in this very turn. */
  stop(): void
}

/** Starts watching a lease. */
export function createWatcher(deps: WatcherDeps, first: Lease): Watcher {
  const { clock, presence } = deps
  let lease = first
  let request = new AbortController()
  let stopped = false
  let timer: Timer | null = null
  let again: Timer | null = null
  let seen = readMoment(clock)
  let looked = seen
  let pinged: { readonly renewSeq: number; readonly at: Moment } | null = null
  let busy = false
  /** The owner's lock is asked for, and not granted yet. */
  let queued = false
  let leaving: Leaving | null = null
  /** What is held for a takeover. */
  const held = new Set<HeldLock>()

  function plan(afterMs: number): void {
    timer?.cancel()
    timer = stopped ? null : clock.setTimer(Math.max(0, afterMs), look)
  }

  function pause(ms: number): Promise<void> {
    return new Promise(resolve => clock.setTimer(ms, resolve))
  }

  function watchPresence(): void {
    again?.cancel()
    request.abort()
    queued = false
    request = new AbortController()
    const { presence: name, owner, fence } = lease
    if (name === null) return
    const { signal } = request
    queued = true
    void presence.request(name, { mode: 'shared', signal }).then(lock => {
      if (!lock) return
      if (stopped || signal.aborted) return lock.release()
      queued = false
      return act({ kind: 'presence', owner, fence, presence: name }, lock, deps.graceMs)
    })
  }

  /** A pause in our own watching, or a clock that jumped, says that what we saw before proves nothing. */
  function wasAwake(now: Moment): boolean {
    const wall = now.wall - looked.wall
    const mono = now.mono - looked.mono
    return wall >= 0 && Math.max(wall, mono) <= awakeGapMs && Math.abs(wall - mono) <= jumpMs
  }

  function look(): void {
    if (stopped || busy) return
    const now = readMoment(clock)
    if (!wasAwake(now)) {
      seen = now
      pinged = null
    }
    looked = now
    const unchangedMs = Math.min(now.wall - seen.wall, now.mono - seen.mono)
    const expired = isExpired(lease, now.wall)
    const silent = unchangedMs >= lease.ttlMs
    if (!expired && !silent) return planLook(now, unchangedMs)
    if (pinged?.renewSeq !== lease.renewSeq) {
      pinged = { renewSeq: lease.renewSeq, at: now }
      deps.ping(lease)
      // Messages may be lost: the record itself is looked at before anybody is suspected.
      void deps.refresh().catch(() => undefined)
      return plan(pingMs)
    }
    if (now.mono - pinged.at.mono < pingMs) return plan(pingMs - (now.mono - pinged.at.mono))
    const { owner, fence, renewSeq } = lease
    if (expired && deps.isProven(lease.agent))
      return void act({ kind: 'expired', owner, fence, renewSeq }, null, 0)
    if (silent) return void act({ kind: 'unchanged', owner, fence, renewSeq }, null, 0)
    planLook(now, unchangedMs)
  }

  function planLook(now: Moment, unchangedMs: number): void {
    const untilSilent = lease.ttlMs - unchangedMs
    const expiresIn = isFromFuture(lease, now.wall) ? untilSilent : lease.expiresAt - now.wall
    const next = expiresIn > 0 ? Math.min(expiresIn, untilSilent) : untilSilent
    plan(Math.min(Math.max(next, 1), awakeGapMs - jumpMs))
  }

  async function act(evidence: Evidence, lock: HeldLock | null, graceMs: number): Promise<void> {
    if (busy) return lock?.release()
    busy = true
    const watched = lease
    const isSame = (): boolean => !stopped && speaksOf(evidence, lease)
    if (lock) held.add(lock)
    try {
      const wait = graceMs + (deps.isVisible() ? 0 : hiddenWaitMs)
      if (wait > 0) await pause(wait)
      if (isSame() && !deps.takeOver) await pause(heirWaitMs)
      else if (isSame() && watched.presence !== null) {
        const heir = await presence.request(`${watched.presence}:heir`, {
          mode: 'exclusive',
          ifAvailable: true,
        })
        if (heir) held.add(heir)
        // The heir may be frozen too: after a second the transaction alone decides.
        else if (isSame()) await pause(heirWaitMs)
      }
      if (isSame()) {
        deps.onGone()
        await deps.takeOver?.(
          evidence,
          leaving?.owner === watched.owner && leaving.fence === watched.fence,
        )
      }
    } catch {
      // The store did not answer: the next look tries again.
    } finally {
      letGo()
      busy = false
      // Who may not take over has said what there is to say, until the record changes.
      if (!deps.takeOver && lease === watched) timer?.cancel()
      else if (!stopped) {
        plan(lease === watched ? heirWaitMs : 1)
        // The lock of a next owner may have been granted, and given back, while this one was acted on.
        if (!queued) {
          again?.cancel()
          again = clock.setTimer(lease.owner === watched.owner ? heirWaitMs : 0, watchPresence)
        }
      }
    }
  }

  function letGo(): void {
    for (const lock of held) lock.release()
    held.clear()
  }

  function update(next: Lease): void {
    const other = next.owner !== lease.owner || next.fence !== lease.fence
    if (!other && next.renewSeq === lease.renewSeq) return
    const renamed = next.presence !== lease.presence
    lease = next
    seen = looked = readMoment(clock)
    pinged = null
    // Back under the same lease: who said goodbye has come back, and may die like any other.
    if (renamed) leaving = null
    if (other || renamed) watchPresence()
    if (!busy) planFirst()
  }

  /** A lease that is over when we learn of it is looked at now: its owner may have frozen long ago. */
  function planFirst(): void {
    if (isExpired(lease, seen.wall)) plan(0)
    else planLook(seen, 0)
  }

  watchPresence()
  planFirst()
  return {
    update,
    look,
    hearPong(owner, fence) {
      if (stopped || busy || owner !== lease.owner || fence !== lease.fence) return
      // It renewed a moment before it was asked: what we see unchanged is a renewal that we have seen.
      seen = looked = readMoment(clock)
      pinged = null
      plan(pingMs)
    },
    hearBye(owner, fence) {
      leaving = { owner, fence }
    },
    leaving: () => leaving,
    stop() {
      stopped = true
      timer?.cancel()
      again?.cancel()
      request.abort()
      // A page that is cached with a lock keeps everybody else from it.
      letGo()
    },
  }
}

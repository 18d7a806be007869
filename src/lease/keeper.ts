/** Keeps one held lease: when it is trusted, when it is renewed, when it is given up. */
import type { Clock, Timer } from '../port/clock.ts'

/** Renewal is due after this part of the ttl, ± 10 %. */
const renewPart = 1 / 4
/** Unconfirmed for this part of the ttl, the lease is in doubt. */
const deadlinePart = 5 / 6
/** A renewal that is asked for after the deadline is waited for during this part of the ttl. */
const answerPart = 1 / 6
/** This part of the ttl is not trusted. */
const marginPart = 0.01
/** An untouched lease is taken up again after a gap of at most this, ms. */
const reAdoptMs = 10 * 60_000
/** A renewal younger than this answers a ping without another one, ms. */
const freshMs = 250

/** Both clocks at one moment. */
export interface Moment {
  readonly wall: number
  readonly mono: number
}

/** How far a lease can be believed without asking the store. */
export type Trust = 'trusted' | 'ask' | 'over'

/** Keeps a lease until it is stopped. */
export interface Keeper {
  /** `trusted`: nobody else can hold the key · `ask`: only the store knows · `over`: gone for too long. */
  trust(): Trust
  /** For how long the lease can still be trusted, ms; at most 0 when it cannot. */
  trustedForMs(): number
  /** A write that was requested at `asked` renewed the lease for `ttlMs`. */
  confirmed(asked: Moment, ttlMs: number): void
  /** Whether a renewal is so young that a ping needs none. */
  isFresh(): boolean
  /** Renews now when a renewal is due; called by whatever finds the agent awake. */
  renewIfDue(): void
  /**
   * Inside a transaction that holds the record nobody else can take the key, however long it lasts:
   * until the answer is called, a renewal that waits behind it casts no doubt on the lease.
   */
  secure(): () => void
  /** No timer fires any more. */
  stop(): void
}

/** Reads both clocks. */
export function readMoment(clock: Clock): Moment {
  return { wall: clock.now(), mono: clock.monotonic() }
}

/**
 * Makes the keeper of a lease that was asked for at `asked`. `renew` writes and then calls
 * `confirmed`; `inDoubt` is called once, when no write was confirmed until the renew deadline.
 */
export function createKeeper(
  clock: Clock,
  random: () => number,
  asked: Moment,
  ttlMs: number,
  renew: () => Promise<unknown>,
  inDoubt: () => void,
): Keeper {
  let last = asked
  let ttl = ttlMs
  let dueAfter = jittered(ttl)
  let renewing = false
  /** Age at which a renewal that is under way comes too late; `null` while none is missing. */
  let doubtAt: number | null = null
  let stopped = false
  let secured = false
  let timer: Timer | null = null

  // The faster clock decides: one may stand still in sleep, the other may be set back.
  function ageMs(): number {
    const now = readMoment(clock)
    return Math.max(now.wall - last.wall, now.mono - last.mono, 0)
  }

  function jittered(of: number): number {
    return of * renewPart * (0.9 + 0.2 * random())
  }

  function plan(): void {
    timer?.cancel()
    timer = null
    if (stopped || secured) return
    const at = renewing ? (doubtAt ?? ttl * deadlinePart) : dueAfter
    timer = clock.setTimer(Math.max(0, at - ageMs()), onTimer)
  }

  function onTimer(): void {
    if (stopped) return
    if (renewing && isInDoubt()) return giveUp()
    renewIfDue()
    if (!renewing) plan()
  }

  function isInDoubt(): boolean {
    return !secured && doubtAt !== null && ageMs() >= doubtAt
  }

  function giveUp(): void {
    stopped = true
    timer?.cancel()
    inDoubt()
  }

  function renewIfDue(): void {
    if (stopped || secured || renewing || ageMs() < dueAfter) return
    if (ageMs() - ttl > reAdoptMs) return giveUp()
    renewing = true
    // A late timer (sleep, throttling) finds the deadline passed: the store still gets time to answer.
    doubtAt ??= Math.max(ttl * deadlinePart, ageMs() + ttl * answerPart)
    plan()
    void renew().then(
      () => {
        renewing = false
        plan()
      },
      () => {
        renewing = false
        if (stopped) return
        if (isInDoubt()) return giveUp()
        dueAfter = Math.min(ageMs() + ttl / 12, doubtAt ?? ttl * deadlinePart)
        plan()
      },
    )
  }

  plan()
  return {
    trust() {
      const age = ageMs()
      if (age < ttl * (1 - marginPart)) return 'trusted'
      return age - ttl <= reAdoptMs ? 'ask' : 'over'
    },
    trustedForMs: () => ttl * (1 - marginPart) - ageMs(),
    confirmed(at, newTtl) {
      if (at.mono < last.mono) return
      last = at
      ttl = newTtl
      doubtAt = null
      // The timer stays: when it fires it finds the renewal young and plans again.
      dueAfter = jittered(ttl)
    },
    isFresh: () => ageMs() < freshMs,
    renewIfDue,
    secure() {
      secured = true
      plan()
      return () => {
        secured = false
        // A renewal that waited behind the transaction is answered in a moment.
        if (doubtAt !== null) doubtAt = Math.max(doubtAt, ageMs() + ttl * answerPart)
        plan()
      }
    },
    stop() {
      stopped = true
      timer?.cancel()
      timer = null
    },
  }
}

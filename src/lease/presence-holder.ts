/** The presence lock of an agent: one for all of its runs, kept warm for a moment after the last. */
import type { Clock, Random, Timer } from '../port/clock.ts'
import type { HeldLock, Presence } from '../port/presence.ts'
import type { Absence } from './absence.ts'

/** How long the first acquisition waits for the lock, ms. */
const giveUpMs = 500
/** How long the lock outlives the last run, so that the next start is cheaper, ms. */
const lingerMs = 1_000

/** A share of the presence that its owner must give back. */
export interface PresenceTicket {
  /** Name of the lock that is held now; `null` when there is none. Another one after an absence. */
  name(): string | null
  /** Gives the share back; harmless when done twice. */
  release(): void
}

/** Holds the agent's presence lock for as long as somebody has a ticket, and a moment longer. */
export interface PresenceHolder {
  /** A ticket at once when the lock is warm, else `null`. */
  warm(): PresenceTicket | null
  /** A ticket as soon as the lock is granted or given up. */
  take(): Promise<PresenceTicket>
  /** The lock is given back, whoever has a ticket: the page is being hidden away. */
  letGo(): void
  /** Resolves when those who have tickets have a lock again, or none can be had. */
  regain(): Promise<void>
}

/** The life of one lock, under one name. */
interface Period {
  readonly name: string
  readonly givingUp: AbortController
  /** Granted or given up. */
  ready: boolean
  lock: HeldLock | null
  readonly settled: Promise<void>
}

/** Makes the holder; `prefix` begins each lock's fresh random name. */
export function createPresenceHolder(
  presence: Presence,
  clock: Clock,
  random: Random,
  absence: Absence,
  prefix: string,
): PresenceHolder {
  const tickets = new Set<PresenceTicket>()
  let period: Period | null = null
  let linger: Timer | null = null

  function begin(): Period {
    const name = `${prefix}:presence:${random.id()}`
    const givingUp = new AbortController()
    const timer = clock.setTimer(giveUpMs, () => givingUp.abort())
    const asked = presence.request(name, { mode: 'exclusive', signal: givingUp.signal })
    const begun: Period = {
      name,
      givingUp,
      ready: false,
      lock: null,
      settled: asked.then(lock => {
        timer.cancel()
        begun.ready = true
        if (period === begun) begun.lock = lock
        else lock?.release()
      }),
    }
    return begun
  }

  function end(): void {
    linger?.cancel()
    linger = null
    period?.givingUp.abort()
    period?.lock?.release()
    period = null
  }

  async function untilReady(): Promise<void> {
    // The page may leave while a lock is on its way: it is asked for anew, under another name.
    while (absence.isAway() || !period?.ready) {
      if (absence.isAway()) {
        await absence.here()
        continue
      }
      period ??= begin()
      await period.settled
    }
  }

  function createTicket(): PresenceTicket {
    linger?.cancel()
    linger = null
    const ticket: PresenceTicket = {
      name: () => (period?.lock ? period.name : null),
      release() {
        if (!tickets.delete(ticket)) return
        if (tickets.size === 0 && period) linger = clock.setTimer(lingerMs, end)
      },
    }
    tickets.add(ticket)
    return ticket
  }

  return {
    warm: () => (period?.ready ? createTicket() : null),
    async take() {
      // Counted before the wait, so that a ticket given back meanwhile does not end the period.
      const ticket = createTicket()
      await untilReady()
      return ticket
    },
    letGo: end,
    regain: () => (tickets.size > 0 ? untilReady() : Promise.resolve()),
  }
}

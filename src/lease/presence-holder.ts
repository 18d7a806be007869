/** The presence lock of an agent: one for all of its runs, kept warm for a moment after the last. */
import type { Clock, Random, Timer } from '../port/clock.ts'
import type { HeldLock, Presence } from '../port/presence.ts'

/** How long the first acquisition waits for the lock, ms. */
const giveUpMs = 500
/** How long the lock outlives the last run, so that the next start is cheaper, ms. */
const lingerMs = 1_000

/** A share of the presence that its owner must give back. */
export interface PresenceTicket {
  /** Name of the lock that is held; `null` when there is none. */
  readonly name: string | null
  /** Gives the share back; harmless when done twice. */
  release(): void
}

/** Holds the agent's presence lock for as long as somebody has a ticket, and a moment longer. */
export interface PresenceHolder {
  /** A ticket at once when the lock is warm, else `null`. */
  warm(): PresenceTicket | null
  /** A ticket as soon as the lock is granted or given up. */
  take(): Promise<PresenceTicket>
}

interface Period {
  readonly name: string
  /** Granted or given up. */
  ready: boolean
  lock: HeldLock | null
  tickets: number
  readonly settled: Promise<void>
  linger: Timer | null
}

/** Makes the holder; `prefix` begins each lock's fresh random name. */
export function createPresenceHolder(
  presence: Presence,
  clock: Clock,
  random: Random,
  prefix: string,
): PresenceHolder {
  let period: Period | null = null

  function begin(): Period {
    const name = `${prefix}:presence:${random.id()}`
    const givingUp = new AbortController()
    const timer = clock.setTimer(giveUpMs, () => givingUp.abort())
    const asked = presence.request(name, { mode: 'exclusive', signal: givingUp.signal })
    const begun: Period = {
      name,
      ready: false,
      lock: null,
      tickets: 0,
      linger: null,
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
    period?.linger?.cancel()
    period?.lock?.release()
    period = null
  }

  function ticketOf(of: Period): PresenceTicket {
    of.tickets++
    of.linger?.cancel()
    of.linger = null
    let held = true
    return {
      name: of.lock ? of.name : null,
      release() {
        if (!held) return
        held = false
        of.tickets--
        if (of.tickets === 0 && period === of) of.linger = clock.setTimer(lingerMs, end)
      },
    }
  }

  return {
    warm: () => (period?.ready ? ticketOf(period) : null),
    async take() {
      period ??= begin()
      const mine = period
      // Counted before the wait, so that a ticket given back meanwhile does not end the period.
      const share = ticketOf(mine)
      await mine.settled
      const ticket = ticketOf(mine)
      share.release()
      return ticket
    },
  }
}

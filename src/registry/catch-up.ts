/** What an agent catches up on: at start, after a signal, when its page is shown again, when the store answers again. */
import type { Absence } from '../lease/absence.ts'
import type { Signal } from '../model/choose-due.ts'
import type { StoreHealth } from '../model/view.ts'
import type { Clock } from '../port/clock.ts'
import type { Accounts } from './accounts.ts'
import type { Agenda } from './agenda.ts'
import type { Ledger } from './ledger.ts'
import { createOnceMore } from './once-more.ts'
import type { Outcomes } from './outcomes.ts'
import type { PageCache } from './page-cache.ts'
import type { Poller } from './poller.ts'
import type { Repeats } from './repeats.ts'
import type { Roster } from './roster.ts'
import type { Runner } from './runner.ts'
import type { Watchers } from './watchers.ts'

/** The parts that have something to catch up on. */
export interface CatchUpDeps {
  readonly clock: Clock
  readonly absence: Absence
  readonly accounts: Accounts
  readonly roster: Roster
  readonly ledger: Ledger
  readonly runner: Runner
  readonly watchers: Watchers
  readonly agenda: Agenda
  readonly outcomes: Outcomes
  readonly repeats: Repeats
  readonly poller: Poller
  readonly pageCache: PageCache
  /** The users or their keys may have become others. */
  onRead(): void
}

/** The answers to what happens to an agent. */
export interface CatchUp {
  /** Reads who is signed in, and what is left of their keys. */
  begin(): Promise<void>
  /** Something happened that may end a wait. */
  onSignal(signal: Signal): void
  /** The agent is awake: leases are renewed when due, others' are looked at. */
  wake(): void
  /** The page is shown again: whatever was said meanwhile was missed. */
  shown(): void
  /** The store answers, or does not. */
  onHealth(health: StoreHealth): void
}

/** Makes them. */
export function createCatchUp(deps: CatchUpDeps): CatchUp {
  const { ledger, runner, agenda, repeats } = deps
  let isBroken = false
  // A return is told of up to four times.
  const begin = createOnceMore(deps.clock, async () => {
    try {
      await deps.accounts.begin()
      await deps.roster.reload()
      deps.onRead()
    } catch {
      // Reported by the ledger; when the store is back it begins anew.
    }
  })

  function wake(): void {
    for (const holding of runner.holdings()) holding.renew().catch(() => undefined)
    deps.watchers.look()
  }

  /** What the store holds may be another by now, and nobody asked it meanwhile. */
  function recover(): void {
    repeats.flush()
    if (!isBroken) return
    isBroken = false
    void begin()
    deps.outcomes.recover()
    agenda.look('time')
  }

  return {
    begin,
    onSignal(signal) {
      ledger.hurry()
      agenda.look(signal)
      repeats.flush()
      deps.poller.update()
    },
    wake,
    shown() {
      if (deps.absence.isAway()) deps.pageCache.comeBack()
      else wake()
      void begin()
    },
    onHealth(health) {
      if (health.state === 'ok') recover()
      else isBroken ||= health.state === 'unavailable'
    },
  }
}

/** Sign-outs that the store has not taken yet: tried until it has, whoever waits for them. */
import { type AccountDecided, decideSignOut } from '../model/account.ts'
import { RegistryError } from '../model/error.ts'
import type { Clock } from '../port/clock.ts'
import type { UsersState } from '../port/store.ts'
import type { Ledger } from './ledger.ts'
import { againMs } from './waits.ts'

/** The users that are on their way out. */
export interface Departures {
  has(userId: string): boolean
  /** Resolves when the user is out, `undefined` when nobody is asking for that. */
  underWay(userId: string): Promise<void> | undefined
  /** One call of `signOut`; resolves when the store has taken what was asked for by then. */
  ask(userId: string, forget: boolean): Promise<void>
}

interface Leaving {
  /** How often it was asked for. */
  calls: number
  /** Whether one of them asked to forget. */
  forget: boolean
  done: Promise<void>
}

/** Makes it, with nobody leaving. */
export function createDepartures(ledger: Ledger, clock: Clock): Departures {
  const leaving = new Map<string, Leaving>()

  function leave(userId: string): Leaving {
    const left: Leaving = { calls: 0, forget: false, done: Promise.resolve() }
    leaving.set(userId, left)
    // A turn later, when the call that began it is counted.
    left.done = Promise.resolve().then(() => untilSignedOut(userId, left))
    return left
  }

  /** A failure of the store is no reason to keep somebody signed in. */
  async function untilSignedOut(userId: string, left: Leaving): Promise<void> {
    let from: number | null = null
    let calls = 0
    const decide = ({ users, floor }: UsersState): AccountDecided => {
      const decided = decideSignOut(users, userId, floor, from)
      from ??= decided.user.epoch - 1
      return decided
    }
    for (;;) {
      // Whoever asks anew means the sign-in that is there now, not only the one that was there before.
      if (left.calls !== calls) from = null
      calls = left.calls
      try {
        await (left.forget ? ledger.forget(userId, decide) : ledger.transactUser(decide))
        if (left.calls === calls) break
      } catch (error) {
        if (error instanceof RegistryError && error.code === 'closed') throw error
        await new Promise<void>(resolve => clock.setTimer(againMs, resolve))
      }
    }
    leaving.delete(userId)
  }

  return {
    has: userId => leaving.has(userId),
    underWay: userId => leaving.get(userId)?.done,
    ask(userId, forget) {
      const left = leaving.get(userId) ?? leave(userId)
      left.calls++
      left.forget ||= forget
      return left.done
    },
  }
}

/** How the app's write and a checkpoint land in one transaction, or neither of them does. */
import type { Decided, StoreState } from '../model/facts.ts'
import type { FencedOptions } from '../port/fenced-writes.ts'
import { endedEarly, type Inside } from './idb-transaction.ts'

/** So many requests of ours in a row without one of the app's: it awaits something else. */
const quietAtMost = 3

/** What a fenced transaction is made of. */
export interface FencedWork<Result> {
  read(next: (state: Omit<StoreState, 'now'>) => void): void
  now(): number
  decide(state: StoreState): Decided<Result>
  /** Calls the app's write. */
  apply(): PromiseLike<unknown>
  put(decided: Decided<Result>): void
  /** A cheap read, by which the transaction is kept alive. */
  pulse(): IDBRequest
}

/**
 * Verifies, lets the app write, verifies again and puts. Without requests of our own the platform
 * would commit whatever the app put before it awaited something foreign, and the checkpoint would
 * find the transaction gone. So the transaction is kept alive until the app's promise settles, and
 * aborted as soon as that is seen to wait for something else.
 */
export function runFenced<Result>(
  inside: Inside<Result>,
  tx: IDBTransaction,
  { read, now, decide, apply, put, pulse }: FencedWork<Result>,
  { onApplication }: FencedOptions,
): void {
  const { attempt, fail, finish } = inside

  read(state => {
    const verified = decide({ ...state, now: now() })
    if (!verified.record) return finish(verified.result)
    let running = true
    let beating: IDBRequest | null = null
    let stirred = false
    let quiet = 0

    // Events of requests do not bubble, but their transaction captures them.
    const stir = ({ target }: Event): void => {
      if (target !== beating) stirred = true
    }
    const beat = (): void => {
      beating = pulse()
      inside.after(beating, () => {
        if (!running) return
        quiet = stirred ? 0 : quiet + 1
        stirred = false
        if (quiet < quietAtMost) return beat()
        end()
        fail(endedEarly())
      })
    }
    const end = (): void => {
      running = false
      tx.removeEventListener('success', stir, true)
      tx.removeEventListener('error', stir, true)
      onApplication?.(false)
    }
    const close = (): void => {
      // The time that passed is the app's: the lease counts from now.
      const decided = decide({ ...state, now: now() })
      try {
        put(decided)
        finish(decided.result)
      } catch (error) {
        // The app goes on outside of the transaction, though it is alive: it awaited something else.
        fail(isInactive(error) ? endedEarly(error) : error)
      }
    }

    tx.addEventListener('success', stir, true)
    tx.addEventListener('error', stir, true)
    tx.addEventListener('abort', () => running && end())
    onApplication?.(true)
    try {
      apply().then(
        () => {
          if (!running) return
          end()
          attempt(close)
        },
        (error: unknown) => {
          if (running) end()
          fail(isInactive(error) ? endedEarly(error) : error)
        },
      )
    } catch (error) {
      end()
      throw error
    }
    beat()
  })
}

function isInactive(error: unknown): boolean {
  return error instanceof Error && error.name === 'TransactionInactiveError'
}

/** Keys that do not start in this agent: a stage function of theirs has not returned, though its attempt is over. */
import { RegistryError } from '../model/error.ts'

/** What it tells of. */
export interface StuckStagesDeps {
  onError(error: unknown): void
  /** The stage function of the key has returned after all. */
  onReturned(key: string): void
}

/** The stage functions that are waited for. */
export interface StuckStages {
  has(key: string): boolean
  /** A stage function of the key ignores its signal; `returned` resolves when it returns. */
  add(key: string, scope: string, returned: Promise<void>): void
}

/** Makes it, with none stuck. */
export function createStuckStages({ onError, onReturned }: StuckStagesDeps): StuckStages {
  const stuck = new Map<string, Promise<void>>()

  return {
    has: key => stuck.has(key),
    add(key, scope, returned) {
      stuck.set(key, returned)
      onError(
        new RegistryError(
          'stage-ignores-signal',
          `a stage of '${scope}' must return soon after run.signal aborts, but has not within 10 s: until it does this tab or worker starts no run of '${key}'. Pass run.signal to fetch, and stop loops when it aborts.`,
          { key },
        ),
      )
      void returned.then(() => {
        if (stuck.get(key) !== returned) return
        stuck.delete(key)
        onReturned(key)
      })
    },
  }
}

/** Which operations of a store are under way, and whether new ones may begin. */
import { RegistryError } from '../model/error.ts'

/** The operations of one store. */
export interface Operations {
  /** Runs an operation; rejects with `closed` once `end` was called. */
  run<Result>(operation: () => Promise<Result>): Promise<Result>
  /** Lets nothing new begin; resolves when what is under way has ended. Calling it twice is harmless. */
  end(): Promise<void>
}

/** Counts the operations of one store from its making to its close. */
export function createOperations(): Operations {
  const running = new Set<Promise<unknown>>()
  let ended = false
  return {
    async run(operation) {
      if (ended) {
        throw new RegistryError(
          'closed',
          'The store must be open, but it was closed. Create a new registry to go on.',
        )
      }
      const answer = operation()
      running.add(answer)
      try {
        return await answer
      } finally {
        running.delete(answer)
      }
    },
    async end() {
      ended = true
      await Promise.allSettled(running)
    },
  }
}

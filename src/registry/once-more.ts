/** Work that is asked for while it is under way: it is done once more afterwards, however often it was asked for. */
import type { Clock } from '../port/clock.ts'
import { patienceMs } from './waits.ts'

interface Running {
  readonly since: number
  again: boolean
  done: Promise<void>
}

/** Makes the function that asks for `work`; the promise resolves when no more is asked for. */
export function createOnceMore(clock: Clock, work: () => Promise<void>): () => Promise<void> {
  let running: Running | null = null

  function begin(): Running {
    const begun: Running = { since: clock.monotonic(), again: false, done: Promise.resolve() }
    running = begun
    begun.done = run(begun).finally(() => {
      if (running === begun) running = null
    })
    return begun
  }

  async function run(begun: Running): Promise<void> {
    do {
      begun.again = false
      await work()
    } while (begun.again)
  }

  return () => {
    // What takes so long may never end.
    if (!running || clock.monotonic() - running.since >= patienceMs) return begin().done
    running.again = true
    return running.done
  }
}

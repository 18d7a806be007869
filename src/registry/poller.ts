/** Without a channel nobody tells: what is being watched is read again now and then. */
import type { Clock, Timer } from '../port/clock.ts'

/** Time between two looks, ms. */
const everyMs = 2_000

/** Reads again while it has a reason to. */
export interface Poller {
  /** The reasons may have changed. */
  update(): void
  stop(): void
}

/** Makes a poller of the keys that `keys` names; it has no timer while there are none. */
export function createPoller(
  clock: Clock,
  keys: () => readonly string[],
  read: (key: string) => Promise<void>,
): Poller {
  let timer: Timer | null = null
  let stopped = false

  function update(): void {
    if (stopped || timer || keys().length === 0) return
    timer = clock.setTimer(everyMs, () => {
      void Promise.allSettled(keys().map(read)).then(() => {
        timer = null
        update()
      })
    })
  }

  return {
    update,
    stop() {
      stopped = true
      timer?.cancel()
    },
  }
}

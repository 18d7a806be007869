/** Sends progress to the other agents, at most ten times a second. */
import type { Timer } from '../port/clock.ts'
import type { RunDeps } from './deps.ts'
import type { Holding } from './holding.ts'

/** Least time between two messages, ms. */
const everyMs = 100

/** Sends the newest progress of a holding. */
export interface ProgressSender {
  /** Now, or as soon as the rate allows. */
  send(): void
  stop(): void
}

/** Makes the sender of one holding. */
export function createProgressSender(deps: RunDeps, holding: Holding): ProgressSender {
  let sentAt = Number.NEGATIVE_INFINITY
  let timer: Timer | null = null

  function flush(): void {
    timer = null
    sentAt = deps.clock.monotonic()
    const progress = holding.progress()
    const { key, runId, fence } = holding
    if (progress) deps.sendProgress({ key, runId, fence, progress })
  }

  return {
    send() {
      if (timer) return
      const wait = sentAt + everyMs - deps.clock.monotonic()
      if (wait <= 0) flush()
      else timer = deps.clock.setTimer(wait, flush)
    },
    stop() {
      timer?.cancel()
      timer = null
    },
  }
}

/** When a store that failed, or keeps everybody waiting, is asked again. */
import { RegistryError } from '../model/error.ts'
import type { Clock, Timer } from '../port/clock.ts'
import { againMs, longerWait, longestAgainMs, patienceMs } from './waits.ts'

/**
 * What nobody asked for by hand rests while the store fails; one question in growing intervals finds
 * out when it is back, and only its answer ends the rest: an operation that succeeds beside others
 * that fail (a full disk reads well) would let them loop. What people and running stages ask for
 * always reaches the store.
 */
export interface Breaker {
  isResting(): boolean
  /** Throws `store-unavailable` while the store rests. */
  throwIfResting(): void
  /** An operation failed: from now on the store rests. */
  failed(error: RegistryError): void
  /** An operation waits for longer than it should: that is no failure, but may need another question. */
  waits(): void
  /** An operation succeeded: `true` when nothing else is wrong; else the question is put soon. */
  succeeded(): boolean
  /** Something happened that may have brought it back: it is asked now. */
  hurry(): void
  /** No question any more. */
  end(): void
}

/** What the breaker asks, and tells. */
export interface BreakerDeps {
  readonly clock: Clock
  /** Asks the store something small of each kind. */
  ask(signal: AbortSignal): Promise<unknown>
  /** The store answered: the rest is over. */
  onAnswer(): void
  /** It failed again. */
  onFailure(error: unknown): void
}

/** Makes it. */
export function createBreaker({ clock, ask, onAnswer, onFailure }: BreakerDeps): Breaker {
  let failure: RegistryError | null = null
  let isWaiting = false
  let waitMs = againMs
  let askedAt = Number.NEGATIVE_INFINITY
  let answeredAt = Number.NEGATIVE_INFINITY
  let timer: Timer | null = null
  let question: AbortController | null = null
  let ended = false

  function plan(afterMs: number = waitMs): void {
    if (ended || timer || question || !(failure || isWaiting)) return
    timer = clock.setTimer(afterMs, () => {
      timer = null
      waitMs = longerWait(waitMs)
      void askNow()
    })
  }

  async function askNow(): Promise<void> {
    const asked = new AbortController()
    question = asked
    askedAt = clock.monotonic()
    const limit = clock.setTimer(patienceMs, () => asked.abort(new Error('no answer')))
    try {
      // A store may not heed the signal, or have nothing that it could abort.
      await Promise.race([ask(asked.signal), takenBack(asked.signal)])
      if (!ended) calm()
    } catch (error) {
      // Taken back: it says nothing that was not known before.
      if (!asked.signal.aborted && !ended) onFailure(error)
    }
    limit.cancel()
    question = null
    plan()
  }

  function calm(): void {
    answeredAt = clock.monotonic()
    failure = null
    isWaiting = false
    timer?.cancel()
    timer = null
    onAnswer()
  }

  function askAgain(afterMs: number): void {
    if (ended || question) return
    timer?.cancel()
    timer = null
    plan(afterMs)
  }

  return {
    isResting: () => failure !== null,
    throwIfResting() {
      if (!failure) return
      throw new RegistryError(
        'store-unavailable',
        `the store failed a moment ago and is asked again soon (${failure.message})`,
        { resting: true },
        failure,
      )
    },
    failed(error) {
      // A store that fails now and then is no better than one that fails all the time.
      if (!failure && !isWaiting && clock.monotonic() - answeredAt >= longestAgainMs)
        waitMs = againMs
      failure = error
      plan()
    },
    waits() {
      isWaiting = true
      plan()
    },
    succeeded() {
      if (failure) askAgain(Math.max(0, askedAt + againMs - clock.monotonic()))
      else if (isWaiting) {
        isWaiting = false
        timer?.cancel()
        timer = null
      }
      return failure === null
    },
    hurry() {
      if (!failure && !isWaiting) return
      waitMs = againMs
      askAgain(0)
    },
    end() {
      ended = true
      timer?.cancel()
      question?.abort(new Error('the registry was closed'))
    },
  }
}

function takenBack(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })
}

/** How operations on the store fare: which wait, which fell silent, and what that says of its health. */
import { RegistryError, type RegistryErrorCode } from '../model/error.ts'
import type { StoreHealth } from '../model/view.ts'
import type { Clock, Timer } from '../port/clock.ts'
import type { FencedOptions } from '../port/fenced-writes.ts'
import type { OperationOptions } from '../port/store.ts'
import { type Breaker, createBreaker } from './breaker.ts'
import { closedError } from './closed-error.ts'
import { patienceMs } from './waits.ts'

/** What rejects so does not say that the store is broken. */
const saysNothing: ReadonlySet<RegistryErrorCode> = new Set([
  'closed',
  'invalid-argument',
  'foreign-await',
])

const fellSilent =
  'the store fell silent inside a transaction for 5 s: it was aborted, and is tried again.'

/** Watches the operations of one store. */
export interface Operations extends Pick<Breaker, 'isResting' | 'throwIfResting' | 'hurry'> {
  /**
   * Runs an operation; whatever it rejects with becomes a `RegistryError`. `onOverdue` is called
   * when it takes longer than 5 s: it may still land. `faultOfCaller` is asked about a rejection: what
   * the caller's own code threw inside is passed on as it is, and says nothing of the store.
   */
  watched<T>(
    work: (options: FencedOptions) => Promise<T>,
    onOverdue?: () => void,
    faultOfCaller?: (rejection: unknown) => { readonly error: unknown } | null,
  ): Promise<T>
  health(): StoreHealth
  /** Aborts what still waits for the store, which would keep that from closing; nothing new begins. */
  end(): void
}

/** What is told of them. */
export interface OperationsListener {
  onHealth(health: StoreHealth): void
  /** Once, when the store stops answering as it should. */
  onError(error: unknown): void
}

interface Operation {
  begunAt: number | null
  readonly askedAt: number
  readonly abort: AbortController
  readonly onOverdue: (() => void) | undefined
  overdue: boolean
}

/** Makes it, with nothing under way. `ask` asks a store that failed whether it is back. */
export function createOperations(
  clock: Clock,
  ask: (options: OperationOptions) => Promise<unknown>,
  listener: OperationsListener,
): Operations {
  const running = new Set<Operation>()
  const breaker = createBreaker({
    clock,
    ask: signal => ask({ signal }),
    onAnswer: () => setHealth({ state: 'ok' }),
    onFailure: error => noteFailure(asRegistryError(error)),
  })
  let health: StoreHealth = { state: 'ok' }
  let timer: Timer | null = null
  let ended = false

  function setHealth(next: StoreHealth): void {
    if (next.state === health.state) return
    health = next
    listener.onHealth(next)
  }

  function noteFailure(failure: RegistryError): void {
    if (saysNothing.has(failure.code)) return
    breaker.failed(failure)
    if (health.state !== 'unavailable') listener.onError(failure)
    setHealth({ state: 'unavailable', message: failure.message })
  }

  /** One timer for all operations under way; none when there are none. */
  function plan(afterMs: number = patienceMs): void {
    if (ended || running.size === 0) {
      timer?.cancel()
      timer = null
    } else timer ??= clock.setTimer(afterMs, lookAtRunning)
  }

  function lookAtRunning(): void {
    timer = null
    const now = clock.monotonic()
    let nextMs = patienceMs
    for (const operation of running) {
      const silentFor = now - (operation.begunAt ?? operation.askedAt)
      if (silentFor < patienceMs) nextMs = Math.min(nextMs, patienceMs - silentFor)
      // What cannot be aborted any more is only late, as far as anybody knows.
      else if (operation.begunAt === null || operation.abort.signal.aborted)
        reportWaiting(operation)
      else operation.abort.abort(new RegistryError('store-unavailable', fellSilent))
    }
    plan(nextMs)
  }

  function reportWaiting(operation: Operation): void {
    if (operation.overdue) return
    operation.overdue = true
    breaker.waits()
    if (health.state === 'ok') setHealth({ state: 'waiting' })
    operation.onOverdue?.()
  }

  return {
    async watched(work, onOverdue, faultOfCaller = () => null) {
      // Whoever repeats an operation ends here, whatever the store would say.
      if (ended) throw closedError()
      const operation: Operation = {
        askedAt: clock.monotonic(),
        begunAt: null,
        abort: new AbortController(),
        onOverdue,
        overdue: false,
      }
      running.add(operation)
      plan()
      try {
        const done = await work({
          signal: operation.abort.signal,
          onBegin: () => {
            operation.begunAt = clock.monotonic()
          },
          // The app's write has no deadline: only what the store does itself may be silent for too long.
          onApplication: running => {
            operation.begunAt = running ? Number.POSITIVE_INFINITY : clock.monotonic()
          },
        })
        if (breaker.succeeded()) setHealth({ state: 'ok' })
        return done
      } catch (error) {
        const fault = faultOfCaller(error)
        if (fault) throw fault.error
        const failure = asRegistryError(error)
        noteFailure(failure)
        throw failure
      } finally {
        running.delete(operation)
        plan()
      }
    },
    health: () => health,
    isResting: breaker.isResting,
    throwIfResting: breaker.throwIfResting,
    hurry: breaker.hurry,
    end() {
      ended = true
      breaker.end()
      plan()
      for (const { abort } of running) abort.abort(closedError())
    },
  }
}

function asRegistryError(error: unknown): RegistryError {
  if (error instanceof RegistryError) return error
  const message = error instanceof Error ? error.message : String(error)
  return new RegistryError('store-failed', `the store failed: ${message}`, {}, error)
}

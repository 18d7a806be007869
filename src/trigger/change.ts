/** Fires when the app's own data changed: there is something that no run has read. */
import { RegistryError } from '../model/error.ts'
import type { Json } from '../model/json.ts'
import { checkKinds, foundIn } from '../model/option-kinds.ts'
import type { TriggerSource } from '../port/trigger-source.ts'

/** What can be subscribed to: RxJS, Dexie's `liveQuery`, or any other observable. */
export interface Subscribable<T> {
  /** Begins to deliver; what it returns ends that, as an object or as a function. */
  subscribe(observer: {
    readonly next: (value: T) => void
    readonly error: (error: unknown) => void
  }):
    | {
        /** Ends the subscription; twice is harmless. */
        unsubscribe(): void
      }
    | (() => void)
}

/** Options of a change trigger. */
export interface ChangeOptions<T> {
  /** Makes a payload of what was emitted; what cannot be stored is reported and fires nothing. Default: no payload. */
  readonly payload?: (value: T) => Json
}

/**
 * Fires on each value of `source`. What it announces is never swallowed: a run that may have read
 * its inputs already is followed by another. Throws `invalid-argument`.
 *
 * @example
 * defineTask({ scope: 'course_sync', run: sync, triggers: [change(outbox.changes$)] })
 */
export function change<T>(source: Subscribable<T>, options: ChangeOptions<T> = {}): TriggerSource {
  if (typeof source?.subscribe !== 'function') {
    throw new RegistryError(
      'invalid-argument',
      `change() takes an observable, which has subscribe(), found ${foundIn(source)}. Pass a Subject, or Dexie's liveQuery().`,
    )
  }
  checkKinds(options, { payload: 'function' }, 'change()')
  return {
    kind: 'signal',
    name: 'change',
    arm({ fire, onError }) {
      const subscription = source.subscribe({
        next: value => {
          let payload: Json | undefined
          try {
            payload = options.payload?.(value)
          } catch (error) {
            // There is news all the same.
            onError(error)
          }
          fire({ source: 'change', brings: 'news', ...(payload === undefined ? {} : { payload }) })
        },
        error: onError,
      })
      return () =>
        typeof subscription === 'function' ? subscription() : subscription.unsubscribe()
    },
  }
}

/** How calls of the app leave the transaction, and the promise zone, that the app makes them in. */
import type { Environment } from '../port/environment.ts'
import type { Store } from '../port/store.ts'
import { NativePromise } from '../store/native-promise.ts'
import type { TaskRegistry } from './task-registry.ts'

/** Whatever waits for the store, or answers with a promise that outlives the call. */
const calls = [
  'signIn',
  'signOut',
  'trigger',
  'getRunningTask',
  'outcome',
  'cancel',
  'pause',
  'resume',
  'reset',
  'history',
  'drain',
  'close',
] as const satisfies readonly (keyof TaskRegistry)[]

/**
 * The registry, whose calls run outside of what their caller is in. In a Dexie transaction the global
 * `Promise` is Dexie's, and whoever awaits one that was made there goes on inside of that transaction,
 * long after its end: stages, subscribers, and the app itself with `done`. So such a call begins in a
 * task of its own; every other one begins at once.
 */
export function escapingCalls(
  registry: TaskRegistry,
  { startTask }: Pick<Environment, 'startTask'>,
  { noticeCall }: Pick<Store, 'noticeCall'>,
): TaskRegistry {
  const escaping = calls.map(name => {
    const call = registry[name] as (...given: unknown[]) => Promise<unknown>
    return [
      name,
      (...given: unknown[]) => {
        if (Promise === NativePromise) return call(...given)
        noticeCall?.(name)
        return new NativePromise((resolve, reject) =>
          startTask(() => {
            call(...given).then(resolve, reject)
          }),
        )
      },
    ]
  })
  return { ...registry, ...Object.fromEntries(escaping) } as TaskRegistry
}

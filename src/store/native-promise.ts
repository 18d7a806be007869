/** Which promises carry no zone: those of the platform, as they were when this file was loaded. */

/**
 * Inside a Dexie transaction the global `Promise` is Dexie's: what awaits such a promise goes on
 * inside that transaction, also when it has long ended.
 */
export const NativePromise: PromiseConstructor = Promise

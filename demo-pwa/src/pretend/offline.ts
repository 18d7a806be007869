/** How do all tabs of this browser behave as without network, although it is there? */
import { BehaviorSubject, fromEvent } from 'rxjs'

const name = 'coursebook:offline'

/** A network that a person can take away. */
export interface PretendedNetwork {
  readonly isOffline: BehaviorSubject<boolean>
  /** Counts for every tab, and for those to come. */
  setOffline(offline: boolean): void
}

/** Takes the place of what the browser says about its network; called before anything asks for it. */
export function createPretendedNetwork(): PretendedNetwork {
  const isOffline = new BehaviorSubject(localStorage.getItem(name) !== null)
  const { fetch: realFetch } = window
  const real = Object.getOwnPropertyDescriptor(Navigator.prototype, 'onLine')
  const realOnLine = (): boolean => real?.get?.call(navigator) === true

  Object.defineProperty(navigator, 'onLine', { get: () => !isOffline.value && realOnLine() })
  window.fetch = (...request) =>
    isOffline.value
      ? Promise.reject(new TypeError('Failed to fetch'))
      : realFetch.call(window, ...request)
  holdBackEvents(isOffline)

  function follow(offline: boolean): void {
    if (offline === isOffline.value) return
    isOffline.next(offline)
    window.dispatchEvent(new Event(offline ? 'offline' : 'online'))
  }
  fromEvent<StorageEvent>(window, 'storage').subscribe(({ key }) => {
    if (key === name || key === null) follow(localStorage.getItem(name) !== null)
  })
  return {
    isOffline,
    setOffline(offline) {
      if (offline) localStorage.setItem(name, '')
      else localStorage.removeItem(name)
      follow(offline)
    },
  }
}

/** The browser has its network, and would fire a `sync` event at once: it is asked when that may be. */
function holdBackEvents(isOffline: BehaviorSubject<boolean>): void {
  const manager = (globalThis as { SyncManager?: { prototype: SyncManagerLike } }).SyncManager
  if (!manager) return
  const { register } = manager.prototype
  manager.prototype.register = function (this: SyncManagerLike, tag) {
    return new Promise((resolve, reject) => {
      const waiting = isOffline.subscribe(offline => {
        if (offline) return
        // At the first value the subscription is not here yet.
        queueMicrotask(() => waiting.unsubscribe())
        register.call(this, tag).then(resolve, reject)
      })
    })
  }
}

interface SyncManagerLike {
  register(tag: string): Promise<void>
}

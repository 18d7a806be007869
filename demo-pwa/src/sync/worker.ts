/** How does a tab start the service worker, and hear of a newer one? */
import { BehaviorSubject, fromEvent, type Observable, Subject } from 'rxjs'
import { skipWaitingMessage } from './name.ts'

/** The service worker, as a tab sees it. */
export interface AppWorker {
  /** Whether a newer version of the app is stored, and waits to be let in. */
  readonly hasNewVersion: Observable<boolean>
  /** Emits when a newer version was let in, by whichever tab: what is loaded from here on is of that one. */
  readonly replaced: Observable<void>
  /** Lets the newer version in, for every tab. */
  letIn(): void
}

/** Registers it; where the browser has none, as on plain http, there is never a newer version. */
export function startWorker(): AppWorker {
  const hasNewVersion = new BehaviorSubject(false)
  const replaced = new Subject<void>()
  let registration: ServiceWorkerRegistration | undefined
  /** Of whose version this page is; `null` while there is none. */
  let own: ServiceWorker | null = null

  async function register(): Promise<void> {
    registration = await navigator.serviceWorker.register('/worker.js')
    // A page that was loaded past every cache is of that version, and no worker serves it.
    own ??= registration.active
    follow(registration)
    // An app that stays open for days asks when somebody comes back to it.
    fromEvent(document, 'visibilitychange').subscribe(() => {
      if (document.visibilityState === 'visible') registration?.update().catch(() => undefined)
    })
  }

  function follow(found: ServiceWorkerRegistration): void {
    const look = (): void => hasNewVersion.next(found.waiting !== null && found.active !== null)
    found.addEventListener('updatefound', () => {
      found.installing?.addEventListener('statechange', look)
    })
    look()
  }

  /** The page's first worker is no newer version. */
  function followController(workers: ServiceWorkerContainer): void {
    own = workers.controller
    workers.addEventListener('controllerchange', () => {
      const before = own
      own = workers.controller
      if (before !== null && before !== own) replaced.next()
    })
  }

  if ('serviceWorker' in navigator) {
    followController(navigator.serviceWorker)
    register().catch(console.warn)
  }
  return {
    hasNewVersion,
    replaced,
    letIn: () => registration?.waiting?.postMessage(skipWaitingMessage),
  }
}

/** The views of a key as an Observable: by task it outlives a sign-out, by key it ends there. */
import { Observable, type Subscriber } from 'rxjs'
import { loadingView, type TaskView } from '../model/view.ts'
import type { AnyTask } from '../run/task.ts'
import type { Closing } from './closing.ts'
import type { Ledger } from './ledger.ts'
import type { KnownKey, Mirror } from './mirror.ts'
import { type Address, resolveAddress } from './resolve.ts'
import type { Targets } from './targets.ts'
import type { Views } from './views.ts'

/** What watching needs. */
export interface WatchingDeps {
  readonly tasks: ReadonlyMap<string, AnyTask>
  readonly targets: Targets
  readonly views: Views
  readonly mirror: Mirror
  readonly ledger: Ledger
  readonly closing: Pick<Closing, 'isClosed'>
  /** Asks the owner of a key for progress that is not stored yet. */
  askProgress(key: string): void
  /** A subscriber came or went. */
  onListening(): void
}

/** The Observables of an agent. */
export interface Watching {
  watch(address: Address, options?: { readonly userId?: string | undefined }): Observable<TaskView>
  /** The user of this agent may be another now, or the store fares otherwise. */
  followSession(): void
  complete(): void
}

/** Makes it. */
export function createWatching(deps: WatchingDeps): Watching {
  const { tasks, targets, views, mirror, ledger, closing } = deps
  const followers = new Set<() => void>()
  const subscribers = new Set<Subscriber<TaskView>>()

  function subscribe(
    subscriber: Subscriber<TaskView>,
    address: Address,
    userId: string | undefined,
    follows: boolean,
  ): () => void {
    let stop: (() => void) | null = null
    let shown: KnownKey | null = null
    /** What was shown last while nobody was meant. */
    let nobodys: TaskView | null = null

    function show(view: TaskView): void {
      subscriber.next(view)
      const isGone = view.status === 'signed-out' && mirror.user(view.userId ?? '') !== null
      if (isGone && !follows) subscriber.complete()
    }

    function follow(): void {
      const { task, known } = targets.find(address, userId)
      if (known && known === shown) return
      stop?.()
      stop = null
      shown = known
      if (!known) {
        const view = views.ofNobody(task.scope, ledger.health())
        if (view === nobodys) return
        nobodys = view
        return subscriber.next(view)
      }
      nobodys = null
      const view = views.get(known)
      // Whoever was told before may have ended this one, and would end it no more.
      if (subscriber.closed) return
      stop = views.listen(known.key, show)
      show(view)
      deps.askProgress(known.key)
      deps.onListening()
    }

    subscribers.add(subscriber)
    if (follows) followers.add(follow)
    follow()
    return () => {
      subscribers.delete(subscriber)
      followers.delete(follow)
      stop?.()
      deps.onListening()
    }
  }

  return {
    watch(address, { userId } = {}) {
      // Checked at the call, where the mistake is.
      const meant = resolveAddress(address, userId, tasks)
      const follows = typeof address === 'object' && 'definition' in address
      return new Observable(subscriber => {
        if (!closing.isClosed()) return subscribe(subscriber, address, userId, follows)
        // Whoever binds to it (`$view`, `toSignal`) reads a value at once.
        subscriber.next(loadingView('', meant.task.scope, meant.userId, { state: 'ok' }))
        return subscriber.complete()
      })
    },
    followSession() {
      for (const follow of [...followers]) follow()
    },
    complete() {
      for (const subscriber of subscribers) subscriber.complete()
    },
  }
}

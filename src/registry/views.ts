/** What is shown of keys: one view each, the same reference until something of it changed. */
import { signedOutView, type StoreHealth, type TaskView } from '../model/view.ts'
import type { Clock, Timer } from '../port/clock.ts'
import type { KnownKey } from './mirror.ts'

/** The views of an agent. */
export interface Views {
  /** The view of a key as it is now. */
  get(known: KnownKey): TaskView
  /** The view of a task while nobody is signed in. */
  ofNobody(scope: string, store: StoreHealth): TaskView
  /** Something that the view depends on may have changed. */
  refresh(known: KnownKey): void
  /** Calls with each new view of the key until the returned function is called. */
  listen(key: string, listener: (view: TaskView) => void): () => void
  isListening(key: string): boolean
  /** No timer fires any more. */
  stop(): void
}

interface Computed {
  readonly known: KnownKey
  readonly view: TaskView
  readonly text: string
}

/** A lease's expiry is looked for at least so often: the wall clock may jump, ms. */
const betweenLooksMs = 60_000

/** Makes the views; `derive` computes one afresh. */
export function createViews(
  derive: (known: KnownKey) => TaskView,
  clock: Pick<Clock, 'now' | 'setTimer'>,
): Views {
  const latest = new Map<string, Computed>()
  const nobodys = new Map<string, TaskView>()
  const listeners = new Map<string, Set<(view: TaskView) => void>>()
  const expiries = new Map<string, { readonly at: number; readonly timer: Timer }>()

  /** Nothing but time tells that a lease is over: whoever is shown one hears of its end. */
  function plan(known: KnownKey, { running }: TaskView): void {
    const { key } = known
    const at = running?.responding && listeners.has(key) ? running.leaseExpiresAt : null
    const planned = expiries.get(key)
    if (planned && planned.at === at) return
    planned?.timer.cancel()
    expiries.delete(key)
    if (at === null) return
    const afterMs = Math.min(Math.max(at - clock.now(), 0), betweenLooksMs)
    const timer = clock.setTimer(afterMs, () => {
      expiries.delete(key)
      refresh(known)
    })
    expiries.set(key, { at, timer })
  }

  function compute(known: KnownKey): { readonly view: TaskView; readonly isNew: boolean } {
    const view = derive(known)
    const text = JSON.stringify(view)
    const before = latest.get(known.key)
    plan(known, view)
    if (before?.text === text) return { view: before.view, isNew: false }
    latest.set(known.key, { known, view, text })
    return { view, isNew: true }
  }

  function refresh(known: KnownKey): TaskView {
    const { view, isNew } = compute(known)
    // Listeners come, go, and change what is shown, while they are told.
    const heard = listeners.get(known.key) ?? new Set()
    for (const listener of isNew ? [...heard] : []) {
      if (latest.get(known.key)?.view !== view) break
      if (heard.has(listener)) listener(view)
    }
    return view
  }

  return {
    // What is asked for has changed for all who are shown it: nobody else would tell them.
    get: refresh,
    ofNobody(scope, store) {
      const before = nobodys.get(scope)
      if (before && JSON.stringify(before.store) === JSON.stringify(store)) return before
      const view = signedOutView('', scope, null, store)
      nobodys.set(scope, view)
      return view
    },
    refresh(known) {
      if (listeners.has(known.key)) refresh(known)
    },
    listen(key, listener) {
      const heard = listeners.get(key) ?? new Set()
      listeners.set(key, heard)
      heard.add(listener)
      const computed = latest.get(key)
      if (computed) plan(computed.known, computed.view)
      return () => {
        heard.delete(listener)
        if (heard.size > 0 || listeners.get(key) !== heard) return
        listeners.delete(key)
        expiries.get(key)?.timer.cancel()
        expiries.delete(key)
      }
    },
    isListening: key => listeners.has(key),
    stop() {
      for (const { timer } of expiries.values()) timer.cancel()
      expiries.clear()
      listeners.clear()
    },
  }
}

/** What is shown of keys: one view each, the same reference until something of it changed. */
import type { TaskView } from '../model/view.ts'
import type { KnownKey } from './mirror.ts'

/** The views of an agent. */
export interface Views {
  /** The view of a key as it is now. */
  get(known: KnownKey): TaskView
  /** Something that the view depends on may have changed. */
  refresh(known: KnownKey): void
  /** Calls with each new view of the key until the returned function is called. */
  listen(key: string, listener: (view: TaskView) => void): () => void
  isListening(key: string): boolean
}

/** Makes the views; `derive` computes one afresh. */
export function createViews(derive: (known: KnownKey) => TaskView): Views {
  const latest = new Map<string, { readonly view: TaskView; readonly text: string }>()
  const listeners = new Map<string, Set<(view: TaskView) => void>>()

  function compute(known: KnownKey): { readonly view: TaskView; readonly isNew: boolean } {
    const view = derive(known)
    const text = JSON.stringify(view)
    const before = latest.get(known.key)
    if (before?.text === text) return { view: before.view, isNew: false }
    latest.set(known.key, { view, text })
    return { view, isNew: true }
  }

  return {
    get: known => compute(known).view,
    refresh(known) {
      const heard = listeners.get(known.key)
      if (!heard) return
      const { view, isNew } = compute(known)
      if (!isNew) return
      // Listeners come, go, and change what is shown, while they are told.
      for (const listener of [...heard]) {
        if (latest.get(known.key)?.view !== view) return
        if (heard.has(listener)) listener(view)
      }
    },
    listen(key, listener) {
      const heard = listeners.get(key) ?? new Set()
      listeners.set(key, heard)
      heard.add(listener)
      return () => {
        heard.delete(listener)
        if (heard.size === 0 && listeners.get(key) === heard) listeners.delete(key)
      }
    },
    isListening: key => listeners.has(key),
  }
}

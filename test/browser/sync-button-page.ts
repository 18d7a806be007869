/** A sync button in a document, over a registry that shows what a test says. */
import { BehaviorSubject, Observable } from 'rxjs'
import {
  defineSyncButton,
  type SyncButtonElement,
  type SyncRegistry,
} from '../../src/element/index.ts'
import type { TaskView } from '../../src/model/view.ts'
import type { TriggerAnswer } from '../../src/registry/task-registry.ts'
import { states } from '../element/states.ts'

export const name = 'leasehold-sync-button'
export const idle = states['idle'] as TaskView
export const failing = states['waiting for a retry'] as TaskView

/** A registry that shows what a test says, and counts. */
export function standIn(first: TaskView = idle) {
  const views = new BehaviorSubject(first)
  const calls: string[] = []
  let watching = 0
  const registry: SyncRegistry = {
    watch: (address, { userId } = {}) =>
      new Observable(subscriber => {
        calls.push(`watch ${named(address)}${userId === undefined ? '' : ` of ${userId}`}`)
        watching += 1
        const subscription = views.subscribe(subscriber)
        return () => {
          watching -= 1
          subscription.unsubscribe()
        }
      }),
    trigger(address) {
      calls.push(`trigger ${named(address)}`)
      return Promise.resolve(answer('started', views.value))
    },
    cancel(address, { runId } = {}) {
      calls.push(`cancel ${named(address)} ${runId}`)
      return Promise.resolve({ cancelled: true, runId: runId ?? null, requested: true })
    },
    resume(address) {
      calls.push(`resume ${named(address)}`)
      return Promise.resolve()
    },
  }
  return { registry, calls, views, watching: () => watching }
}

/** All of them are keys here. */
const named = (address: Parameters<SyncRegistry['watch']>[0]) =>
  typeof address === 'string' ? address : 'no key'

export function answer(decision: 'started' | 'joined', view: TaskView): TriggerAnswer<unknown> {
  return { decision, stored: true, view, done: new Promise(() => undefined) }
}

export function inside(element: Element, selector: string): HTMLElement {
  const found = element.shadowRoot?.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`${selector} is missing`)
  return found
}

export const textOf = (element: Element, selector: string) => inside(element, selector).textContent

/** What was planned has been done. */
export const settled = () => new Promise<void>(resolve => setTimeout(resolve))

/** An element about a task of that registry, in the document. */
export async function placed(registry: SyncRegistry, as = name): Promise<SyncButtonElement> {
  defineSyncButton()
  const element = document.createElement(as) as SyncButtonElement
  element.registry = registry
  element.task = 'ada|sync'
  document.body.append(element)
  await settled()
  return element
}

/** Tells listeners what happened in this agent. */
import { Observable, type Subscriber } from 'rxjs'
import type { RegistryEvent } from './task-registry.ts'

/** The events of an agent. */
export interface Events {
  readonly observable: Observable<RegistryEvent>
  emit(event: RegistryEvent): void
  complete(): void
}

/** Makes them; nothing is kept for those who come later. */
export function createEvents(): Events {
  const subscribers = new Set<Subscriber<RegistryEvent>>()
  let completed = false
  return {
    observable: new Observable(subscriber => {
      if (completed) return subscriber.complete()
      subscribers.add(subscriber)
      return () => subscribers.delete(subscriber)
    }),
    emit(event) {
      for (const subscriber of [...subscribers]) subscriber.next(event)
    },
    complete() {
      completed = true
      for (const subscriber of subscribers) subscriber.complete()
    },
  }
}

/** How many subscriptions to views does a registry have? */
import { Observable } from 'rxjs'
import type { TaskRegistry } from '../../src/index.ts'

/** A registry whose subscriptions are counted. */
export interface CountedRegistry {
  readonly registry: TaskRegistry
  /** Those that have not ended. */
  live(): number
}

/** The same registry; whoever subscribes to a view is counted. */
export function countWatches(registry: TaskRegistry): CountedRegistry {
  let live = 0
  return {
    live: () => live,
    registry: {
      ...registry,
      watch(...given) {
        const views = registry.watch(...given)
        return new Observable(subscriber => {
          live++
          const subscription = views.subscribe(subscriber)
          return () => {
            live--
            subscription.unsubscribe()
          }
        })
      },
    },
  }
}

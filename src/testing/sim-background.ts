/** A browser that wakes a service worker only when its world says so. */
import type { Background, BackgroundEvent, EventAgent } from '../port/background.ts'

/** How one agent and its browser know each other. */
export interface SimBackground extends Background {
  /** An event of the worker; `null`: nobody listens. */
  wake(event: BackgroundEvent): ReturnType<EventAgent['serve']> | null
}

/** Makes it; `asked`: a page asks for an event. */
export function createSimBackground(isWorker: boolean, asked: () => void): SimBackground {
  let joined: EventAgent | null = null
  return {
    side: isWorker ? 'service-worker' : 'page',
    join(agent) {
      joined = agent
      return () => {
        joined = null
      }
    },
    ...(isWorker ? {} : { ask: asked }),
    support: () => ({ sync: 'ready', periodicSync: 'off' }),
    listen: () => () => undefined,
    wake: event => joined?.serve(event) ?? null,
  }
}

/** A page and a service worker of one app, whose browser is played by hand. */
import type { Background, BackgroundEvent, BackgroundSupport, EventAgent } from '../../src/index.ts'
import type { TestRegistry, TestRegistryOptions } from '../../src/testing/index.ts'
import { buildTimed } from '../registry/build.ts'

/** How long an event of these tests lasts, ms. */
export const budgetMs = 20_000

/** The browser of one agent. */
export interface Browser extends Background {
  /** An event, served by the agent. */
  wake(fire?: BackgroundEvent['fire']): ReturnType<EventAgent['serve']>
  /** How often it was asked for an event. */
  asked(): number
  learn(support: BackgroundSupport): void
}

/** Makes one. */
export function createBrowser(side: Background['side']): Browser {
  const listeners = new Set<() => void>()
  let agent: EventAgent | null = null
  let asked = 0
  let support: BackgroundSupport = { sync: 'unknown', periodicSync: 'off' }
  return {
    side,
    join(joined) {
      agent = joined
      return () => {
        agent = null
      }
    },
    ask() {
      asked++
    },
    support: () => support,
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    wake(fire) {
      if (!agent) throw new Error('nobody has joined')
      return agent.serve({ budgetMs, ...(fire ? { fire } : {}) })
    },
    asked: () => asked,
    learn(news) {
      support = news
      for (const listener of listeners) listener()
    },
  }
}

/** A page with a user signed in, and a worker of the same tasks. */
export interface App {
  readonly page: TestRegistry
  readonly pageBrowser: Browser
  readonly worker: TestRegistry
  readonly workerBrowser: Browser
  advance(ms: number): Promise<void>
}

/** Builds it. */
export async function buildApp(
  options: TestRegistryOptions,
  workerOptions: TestRegistryOptions = {},
): Promise<App> {
  const pageBrowser = createBrowser('page')
  const workerBrowser = createBrowser('service-worker')
  const page = buildTimed({ ...options, background: pageBrowser })
  await page.registry.signIn('ada')
  const worker = page.another({
    ...options,
    kind: 'service-worker',
    background: workerBrowser,
    ...workerOptions,
  })
  await page.advance(0)
  return { page, pageBrowser, worker, workerBrowser, advance: page.advance }
}

/** How a promise ended by now; `null` as long as it has not. */
export function endOf<T>(promise: Promise<T>): () => T | null {
  let end: T | null = null
  void promise.then(value => {
    end = value
  })
  return () => end
}

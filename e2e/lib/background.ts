/** How does a test play the part of the browser that wakes a service worker? */
import type { BrowserContext } from '@playwright/test'

interface Registration {
  readonly registrationId: string
  readonly scopeURL: string
}

/** The events that reach the service worker of one origin. */
export interface WorkerEvents {
  /** Sends the event for which a page has asked under that tag. */
  sync(tag: string): Promise<void>
  push(data: string): Promise<void>
}

/** Speaks with the browser through a page that is no part of the app. */
export async function openBackground(
  { context }: { readonly context: Pick<BrowserContext, 'newCDPSession' | 'newPage'> },
  url: string,
): Promise<WorkerEvents> {
  const session = await context.newCDPSession(await context.newPage())
  const known: Registration[] = []
  const activated = new Set<string>()
  const found = new Promise<Registration>(resolve => {
    const look = () => {
      const mine = known.find(
        each => each.scopeURL.startsWith(url) && activated.has(each.registrationId),
      )
      if (mine) resolve(mine)
    }
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      known.push(...registrations)
      look()
    })
    // What is sent to a registration whose worker still installs is dropped.
    session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      for (const each of versions)
        if (each.status === 'activated') activated.add(each.registrationId)
      look()
    })
  })
  await session.send('ServiceWorker.enable')
  const { registrationId } = await found
  const origin = new URL(url).origin
  return {
    async sync(tag) {
      await session.send('ServiceWorker.dispatchSyncEvent', {
        origin,
        registrationId,
        tag,
        lastChance: false,
      })
    },
    async push(data) {
      await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
    },
  }
}

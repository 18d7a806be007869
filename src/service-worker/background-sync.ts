/** How does a page ask the browser to wake its service worker, and what does the browser lack for that? */
import { RegistryError } from '../model/error.ts'
import { checkKinds, foundIn } from '../model/option-kinds.ts'
import type { BackgroundSupport } from '../model/view.ts'
import type { Background } from '../port/background.ts'
import { isRefusal, tagOf, type WakeableRegistration } from './registration.ts'

/** What `backgroundSync` can be told. */
export interface BackgroundSyncOptions {
  /** The registration of the service worker that has the same tasks. Default: `navigator.serviceWorker.ready`. */
  readonly registration?: PromiseLike<unknown>
  /**
   * Asks for events from time to time as well, at least so many ms apart; browsers grant it to installed
   * apps, some 12 h apart. From 1 000 on. Default: not asked for.
   */
  readonly periodicMs?: number
}

/**
 * For the pages of an app: when something is put off, or left as the page is hidden, it asks the browser
 * for an event in which the service worker goes on with it. What the browser lacks for that is in each
 * view (`background`); there the page's own triggers do the work. Throws `invalid-option`.
 *
 * @example
 * const registry = createTaskRegistry({ tasks: [courseSync], background: backgroundSync() })
 */
export function backgroundSync(options: BackgroundSyncOptions = {}): Background {
  checkKinds(
    options,
    { registration: 'object', periodicMs: 'any' },
    'backgroundSync()',
    'invalid-option',
  )
  const { periodicMs } = options
  if (periodicMs !== undefined && !(Number.isFinite(periodicMs) && periodicMs >= 1_000)) {
    throw new RegistryError(
      'invalid-option',
      `backgroundSync(): 'periodicMs' must be a number from 1 000 on, found ${foundIn(periodicMs)}; leave it out for none.`,
      { option: 'periodicMs' },
    )
  }
  const listeners = new Set<() => void>()
  const ready = registrationOf(options)
  let support: BackgroundSupport = {
    sync: ready ? 'unknown' : 'unsupported',
    periodicSync: periodicMs === undefined ? 'off' : ready ? 'unknown' : 'unsupported',
  }
  let found: WakeableRegistration | null = null
  /** Under which names a request is under way. */
  const asking = new Set<string>()

  function learn(news: Partial<BackgroundSupport>): void {
    support = { ...support, ...news }
    for (const listener of listeners) listener()
  }

  async function find(): Promise<void> {
    found = (await ready) ?? null
    if (found) learn({ sync: found.sync ? 'ready' : 'unsupported' })
  }

  async function ask(name: string): Promise<void> {
    // Without a turn in between where that can be: the page may be ending.
    const registration = found ?? (await ready)
    if (!registration?.sync) return
    try {
      await registration.sync.register(tagOf(name))
      if (support.sync !== 'ready') learn({ sync: 'ready' })
    } catch (error) {
      // Any other failure is one of this moment, as without an active worker; the next one asks again.
      if (isRefusal(error)) learn({ sync: 'refused' })
    }
  }

  async function askPeriodically(name: string, minInterval: number): Promise<void> {
    const registration = await ready
    if (!registration?.periodicSync) return learn({ periodicSync: 'unsupported' })
    try {
      await registration.periodicSync.register(tagOf(name), { minInterval })
      learn({ periodicSync: 'ready' })
    } catch {
      // Refused as long as the app is not installed, or the browser sees too little of its use.
      learn({ periodicSync: 'refused' })
    }
  }

  // A promise of the app that rejects means that there is no worker.
  find().catch(() => learn({ sync: 'unsupported' }))

  return {
    side: 'page',
    join({ name }) {
      if (periodicMs !== undefined && ready)
        askPeriodically(name, periodicMs).catch(() => learn({ periodicSync: 'unsupported' }))
      return () => undefined
    },
    ask(name) {
      if (asking.has(name)) return
      asking.add(name)
      ask(name)
        .catch(() => undefined)
        .finally(() => asking.delete(name))
    },
    support: () => support,
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

function registrationOf({
  registration,
}: BackgroundSyncOptions): PromiseLike<WakeableRegistration> | null {
  if (registration) return registration as PromiseLike<WakeableRegistration>
  const container = typeof navigator === 'undefined' ? undefined : readContainer(navigator)
  return container
    ? (container.ready as PromiseLike<unknown> as Promise<WakeableRegistration>)
    : null
}

/** Absent on plain http, and in private windows of some browsers. */
function readContainer(from: {
  readonly serviceWorker?: ServiceWorkerContainer
}): ServiceWorkerContainer | undefined {
  return from.serviceWorker
}

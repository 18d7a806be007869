/** Which events of a service worker become triggers, and for how long does each keep it awake? */
import { RegistryError } from '../model/error.ts'
import { checkKinds, foundIn } from '../model/option-kinds.ts'
import type { Brings } from '../model/trigger.ts'
import type { BackgroundSupport } from '../model/view.ts'
import type { Background, BackgroundEvent, EventAgent } from '../port/background.ts'
import { tagOf, type WakeableRegistration } from './registration.ts'

/** An event that keeps its service worker alive. */
export interface ExtendableEventLike {
  waitUntil(work: Promise<unknown>): void
}

/** A push message, as far as it tells whether the app's server sent it to ask for a sync. */
export interface PushEventLike extends ExtendableEventLike {
  readonly data?: { json(): unknown; text(): string } | null
}

/** What `backgroundEvents` can be told. */
export interface BackgroundEventsOptions {
  /**
   * How long runs go on in one event, ms; then each stops at its next commit, or 5 s later, and the run is
   * handed over. 1 000 to 240 000. Default 20 000: browsers end a worker that they find idle or too long
   * at it, at the earliest 30 s after an event began.
   */
  readonly budgetMs?: number
  /**
   * Which scopes a push message asks for: all (`true`), none (`false`), or these. Must not throw. Default:
   * all. What the message shows is the app's own business: its listener stands beside this one.
   */
  readonly push?: (event: PushEventLike) => boolean | readonly string[]
}

/** The events of a service worker, and a way to serve those that only the app knows. */
export interface BackgroundEvents extends Background {
  /**
   * Lets runs start and go on while `event` lasts: for a listener of the app's own, such as that of
   * `notificationclick`. `work` is called when it is known who is signed in, and may trigger; the event
   * is kept until that is done. Throws `invalid-argument` without a registry, or for an event that keeps no
   * worker alive.
   *
   * @example
   * self.addEventListener('notificationclick', event => {
   *   events.during(event, () => registry.trigger(courseSync))
   * })
   */
  during(event: Event | ExtendableEventLike, work?: () => unknown): void
}

interface TaggedEvent extends ExtendableEventLike {
  readonly tag: string
}

/** Where a service worker hears of events. */
interface WorkerScope extends EventTarget {
  readonly registration?: WakeableRegistration
}

/**
 * For the service worker of an app, which has the same tasks as its pages: `sync`, `periodicsync` and
 * `push` become triggers of these sources, and what is due goes on. Between events nothing starts in it:
 * a trigger is answered `deferred: no-event`, stored, and left to the pages or the next event. To be
 * called, with `createTaskRegistry`, in the first turn of the worker's script. Throws `invalid-option`.
 *
 * @example
 * const registry = createTaskRegistry({ tasks: [courseSync], background: backgroundEvents() })
 */
export function backgroundEvents(options: BackgroundEventsOptions = {}): BackgroundEvents {
  checkKinds(options, { budgetMs: 'any', push: 'function' }, 'backgroundEvents()', 'invalid-option')
  const { budgetMs = 20_000, push = () => true } = options
  if (!(Number.isFinite(budgetMs) && budgetMs >= 1_000 && budgetMs <= 240_000)) {
    throw new RegistryError(
      'invalid-option',
      `backgroundEvents(): 'budgetMs' must be 1 000 to 240 000, found ${foundIn(budgetMs)}; leave it out for 20 000.`,
      { option: 'budgetMs' },
    )
  }
  const scope = globalThis as unknown as WorkerScope
  let joined: EventAgent | null = null

  const serve = (agent: EventAgent, fire?: BackgroundEvent['fire']): Promise<{ isLeft: boolean }> =>
    agent.serve({ budgetMs, ...(fire ? { fire } : {}) })

  /** The browser repeats an event that failed: later, and not for ever. */
  async function onSync(agent: EventAgent): Promise<void> {
    const { isLeft } = await serve(agent, triggers => triggers.left('background-sync'))
    if (isLeft)
      throw new Error('leasehold: not all is done; the browser fires the event again later')
  }

  async function onOther(agent: EventAgent, fire: BackgroundEvent['fire']): Promise<void> {
    const { isLeft } = await serve(agent, fire)
    // Nobody repeats these: what is left is asked for. Where that cannot be, a page does it.
    if (isLeft) await scope.registration?.sync?.register(tagOf(agent.name)).catch(() => undefined)
  }

  function every(
    source: string,
    brings: Brings,
    scopes?: readonly string[],
  ): BackgroundEvent['fire'] {
    return triggers => triggers.all(source, brings, scopes)
  }

  function listen(agent: EventAgent): () => void {
    const tag = tagOf(agent.name)
    const listeners = {
      sync(event: TaggedEvent) {
        if (event.tag === tag) event.waitUntil(onSync(agent))
      },
      periodicsync(event: TaggedEvent) {
        if (event.tag === tag) event.waitUntil(onOther(agent, every('periodic-sync', 'nothing')))
      },
      push(event: PushEventLike) {
        const asked = push(event)
        if (asked === false) return
        const scopes = asked === true ? undefined : asked
        event.waitUntil(onOther(agent, every('push', 'news', scopes)))
      },
    }
    const installed = Object.entries(listeners) as unknown as [string, EventListener][]
    for (const [type, listener] of installed) scope.addEventListener(type, listener)
    return () => {
      for (const [type, listener] of installed) scope.removeEventListener(type, listener)
    }
  }

  return {
    side: 'service-worker',
    join(agent) {
      if (joined !== null) {
        throw new RegistryError(
          'invalid-option',
          "createTaskRegistry(): option 'background' belongs to another registry; give each its own backgroundEvents().",
          { option: 'background' },
        )
      }
      joined = agent
      const stop = listen(agent)
      return () => {
        stop()
        joined = null
      }
    },
    during(event, work) {
      if (joined === null) {
        throw new RegistryError(
          'invalid-argument',
          'during(): pass these events to createTaskRegistry({ background }) first.',
        )
      }
      if (!('waitUntil' in event)) {
        throw new RegistryError(
          'invalid-argument',
          'during(): expected an event with waitUntil(), as service workers have them.',
        )
      }
      const agent = joined
      let begin: () => void = () => undefined
      const begun = new Promise<void>(resolve => {
        begin = resolve
      })
      event.waitUntil(begun.then(() => onOther(agent, work && (() => work()))))
      // Not before: an event that is over throws there, and would keep nothing alive.
      begin()
    },
    support: () => supportOf(scope),
    listen: () => () => undefined,
  }
}

function supportOf({ registration }: WorkerScope): BackgroundSupport {
  return {
    sync: registration?.sync ? 'ready' : 'unsupported',
    periodicSync: registration?.periodicSync ? 'ready' : 'unsupported',
  }
}

/** What an agent does in an event of the browser: fires triggers, goes on with what is due, and waits for both. */
import { leftForLater, waitsForItsDate } from '../model/left-for-later.ts'
import { nextDueAt } from '../model/choose-due.ts'
import type { TriggerRequest } from '../model/trigger.ts'
import type { BackgroundEvent, EventAgent, EventTriggers } from '../port/background.ts'
import type { Clock } from '../port/clock.ts'
import type { Agenda } from './agenda.ts'
import type { AgentSelf } from './agent-facts.ts'
import type { EventWindow } from './event-window.ts'
import type { Ledger } from './ledger.ts'
import type { KnownKey, Mirror } from './mirror.ts'
import type { Roster } from './roster.ts'
import type { RunTarget } from './run-target.ts'
import type { Runner } from './runner.ts'

/** The agent around it. */
export interface EventServiceDeps {
  readonly clock: Clock
  readonly self: AgentSelf
  readonly window: EventWindow
  readonly mirror: Mirror
  readonly roster: Roster
  readonly ledger: Ledger
  readonly runner: Runner
  readonly agenda: Agenda
  /** Reads who is signed in, and what is left of their keys. */
  catchUp(): Promise<void>
  /** Resolves with the decision; never rejects. */
  submit(target: RunTarget, request: TriggerRequest): Promise<void>
  /** What the app triggers in an event of its own failed. */
  onError(error: unknown, where: string): void
  isClosed(): boolean
}

/** Serves events. */
export interface EventService {
  readonly serve: EventAgent['serve']
  /** A key changed, a run of this agent ended, or what is due next is another. */
  changed(): void
}

/** Makes it. */
export function createEventService(deps: EventServiceDeps): EventService {
  const { clock, window, mirror, roster, ledger, runner, agenda } = deps
  const waiters = new Set<() => void>()
  let isLooking = false

  function user(known: KnownKey) {
    return mirror.user(known.userId)
  }

  function isLeft(known: KnownKey): boolean {
    return (
      roster.target(known) !== null && leftForLater(known.record, user(known), clock.now()) !== null
    )
  }

  /** Something of the key may start here before the time is over. */
  function isNear(known: KnownKey): boolean {
    const target = roster.target(known)
    if (
      !target ||
      !known.record ||
      runner.isStuck(known.key) ||
      deps.self.gate(target.definition) !== true
    )
      return false
    // Whoever holds it may leave: this agent watches.
    if (known.record.lease) return true
    const dueAt = nextDueAt(known.record, user(known))
    return dueAt !== null && dueAt - clock.now() < window.remainingMs()
  }

  function isQuiet(): boolean {
    if (!runner.isIdle()) return false
    if (!runner.mayAcquire()) return true
    return !agenda.isBusy() && ![...mirror.keys()].some(isNear)
  }

  function quiet(): Promise<void> {
    if (isQuiet()) return Promise.resolve()
    return new Promise(resolve => waiters.add(resolve))
  }

  /** Many keys change in one go: it is looked once, after all of them. */
  function changed(): void {
    if (isLooking || waiters.size === 0) return
    isLooking = true
    queueMicrotask(() => {
      isLooking = false
      if (!isQuiet()) return
      for (const resolve of waiters) resolve()
      waiters.clear()
    })
  }

  async function readAll(): Promise<void> {
    await deps.catchUp()
    roster.trackAll()
    const unread = [...mirror.keys()].filter(known => !known.loaded)
    await Promise.all(unread.map(known => ledger.automatic.load(known).catch(() => undefined)))
  }

  async function submitAll(
    source: string,
    brings: TriggerRequest['brings'],
    isMeant: (known: KnownKey) => boolean,
  ): Promise<void> {
    const targets = [...mirror.keys()].filter(isMeant).flatMap(known => roster.target(known) ?? [])
    const request: TriggerRequest = { source, brings, byUser: false }
    await Promise.all(targets.map(target => deps.submit(target, request)))
  }

  const triggers: EventTriggers = {
    all: (source, brings, scopes) =>
      submitAll(source, brings, ({ scope }) => scopes === undefined || scopes.includes(scope)),
    left: source =>
      submitAll(
        source,
        'nothing',
        known => isLeft(known) && !waitsForItsDate(known.record, clock.now()),
      ),
  }

  async function work({ fire }: BackgroundEvent, onRead: () => void): Promise<void> {
    await readAll()
    onRead()
    // What is due starts as what it was asked for; the triggers of the event join it.
    agenda.look('event')
    try {
      await fire?.(triggers)
    } catch (error) {
      // What runs already has to be kept alive all the same.
      deps.onError(error, 'during()')
    }
    await quiet()
  }

  return {
    changed,
    async serve(event) {
      if (deps.isClosed()) return { isLeft: false }
      const { ended, close } = window.open(event.budgetMs)
      let isRead = false
      const onRead = (): void => {
        isRead = true
      }
      try {
        await Promise.race([work(event, onRead), ended])
      } finally {
        close()
      }
      // Of what could not be read, or is still being decided, nobody knows whether it is done.
      const isKnown = isRead && runner.isIdle() && ledger.health().state === 'ok'
      return { isLeft: !isKnown || [...mirror.keys()].some(isLeft) }
    },
  }
}

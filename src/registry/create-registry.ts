/** Puts a registry together: which part hears of what, in which order. */
import { RegistryError } from '../model/error.ts'
import type { HistoryRow } from '../model/history-row.ts'
import { messageVersion } from '../model/message.ts'
import type { TriggerRequest } from '../model/trigger.ts'
import { createAbsence } from '../lease/absence.ts'
import { createPausableClock } from '../lease/pausable-clock.ts'
import { createPresenceHolder } from '../lease/presence-holder.ts'
import type { AnyTask } from '../run/task.ts'
import { createAccounts } from './accounts.ts'
import { createAgentSelf } from './agent-facts.ts'
import { createAgenda } from './agenda.ts'
import { createArming, schedulesOf } from './arming.ts'
import { createCatchUp } from './catch-up.ts'
import { createClosing } from './closing.ts'
import { createConversation } from './conversation.ts'
import { escapingCalls } from './escaping.ts'
import { createEventService } from './event-service.ts'
import { createEventWindow } from './event-window.ts'
import { createEvents } from './events.ts'
import { createExpectations } from './expectations.ts'
import { createFarewells } from './farewells.ts'
import { createFinishedRuns } from './finished-runs.ts'
import { createHub } from './hub.ts'
import { createImpatient } from './impatient.ts'
import { withInside } from './inside.ts'
import { createIntake } from './intake.ts'
import { createLedger } from './ledger.ts'
import { createLifecycle } from './lifecycle.ts'
import { createMirror, type KnownKey } from './mirror.ts'
import { type RegistryOptions, resolveOptions } from './options.ts'
import { createOutcomes } from './outcomes.ts'
import { createPageCache } from './page-cache.ts'
import { createPoller } from './poller.ts'
import { createPublic } from './public.ts'
import { createRepeats } from './repeats.ts'
import { reconcile } from './reconcile.ts'
import { createRoster } from './roster.ts'
import type { RunTarget } from './run-target.ts'
import { createRunner } from './runner.ts'
import { reportEnded } from './settled.ts'
import { createTargets } from './targets.ts'
import type { TaskRegistry } from './task-registry.ts'
import { createTimers } from './timers.ts'
import { createTrigger } from './triggering.ts'
import { createUnheardSettles } from './unheard-settles.ts'
import { createUnused } from './unused.ts'
import { createViewSource } from './view-source.ts'
import { createViews } from './views.ts'
import { createWakeRequests } from './wake-requests.ts'
import { createWatchers } from './watchers.ts'
import { createWatching } from './watching.ts'

/**
 * Makes the registry of this page, worker or service worker. It needs no set-up: IndexedDB, Web
 * Locks and BroadcastChannel are used where they are there. Throws `invalid-option`, and
 * `task-conflict` when two of the tasks have the same scope.
 *
 * @example
 * const registry = createTaskRegistry({ tasks: [courseSync] })
 * await registry.signIn(user.id)
 */
export function createTaskRegistry(options: RegistryOptions = {}): TaskRegistry {
  const resolved = resolveOptions(options)
  const { name, random, environment, background, onError } = resolved
  const clock = createPausableClock(resolved.clock)
  const absence = createAbsence()
  const presence = createPresenceHolder(resolved.presence, clock, random, absence, name)
  const self = createAgentSelf(resolved)
  const { agent } = self
  // Before whatever it would leave open if it throws.
  const store = resolved.store({
    name,
    now: clock.now,
    id: random.id,
    historyKept: resolved.historyKept,
    onError,
  })
  const events = createEvents()
  const timers = createTimers(clock)
  const impatient = createImpatient(clock)

  const mirror = createMirror({
    onKey,
    onUser,
    onOtherStore,
    onStranger: () => void catchUp.begin(),
  })
  const roster = createRoster(
    mirror,
    () => ledger.automatic,
    () => accounts,
    () => store,
  )
  const hub = createHub(resolved.channel, `${name}:v${messageVersion}`, agent, message => {
    if (!closing.isClosed()) conversation.hear(message)
  })
  const conversation = createConversation(
    mirror,
    () => runner,
    () => hub,
    () => watchers,
    key => {
      const known = mirror.get(key)
      // Also of a user who is signed out: the intent may be for the sign-in that follows.
      if (known && roster.tasks.has(known.scope)) expectations.expect(key, fenceOf(key))
    },
  )
  const farewells = createFarewells(environment, name)
  const ledger = createLedger(store, clock, mirror, hub, {
    onEnded: ended,
    onHealth(health) {
      events.emit({ type: 'store', health })
      mirror.touchAll()
      watching.followSession()
      catchUp.onHealth(health)
    },
    onError,
  })
  const finished = createFinishedRuns(
    key => ledger.automatic.history(key, resolved.historyKept),
    timers,
  )
  const outcomes = createOutcomes(mirror, clock, finished)
  const lifecycle = createLifecycle(environment, clock, absence, {
    onSignal: signal => catchUp.onSignal(signal),
    onWake: () => catchUp.wake(),
    onLeave: () => pageCache.leave(),
    onShown: () => catchUp.shown(),
    onReturn() {
      if (eventWindow.isOpen()) void catchUp.begin()
    },
  })
  const eventWindow = createEventWindow({
    clock,
    isByEvent: environment.kind === 'service-worker',
    onChange() {
      mirror.touchAll()
      agenda.plan()
    },
    onAbort: () => runner.abortAll(),
  })
  const wakeRequests = createWakeRequests({ name, background, clock, environment, mirror })
  const unheard = createUnheardSettles({
    findRow: finished.findAtLast,
    onEnded: ended,
  })
  const runner = createRunner({
    clock,
    random,
    environment,
    absence,
    presence,
    transact: ledger.transact,
    ttlMs: self.ttlMs,
    facts: self.facts,
    resumedLately: lifecycle.resumedLately,
    remainingMs: eventWindow.remainingMs,
    sendProgress(note) {
      hub.send({ type: 'progress', ...note })
      mirror.learnProgress(note.key, note.runId, note.fence, note.progress)
    },
    onError,
    redact: resolved.redact,
    throwIfResting: ledger.throwIfResting,
    onIntent: key => hub.send({ type: 'intent', key }),
    unheard,
    maxConcurrent: resolved.maxConcurrent,
    onHeld(holding) {
      const known = mirror.get(holding.key)
      if (known) reconcile(holding, known, mirror.user(holding.userId))
      if (accounts.isLeaving(holding.userId)) holding.abort('signed-out')
      conversation.held(holding)
    },
    onSettled({ key }, settled) {
      const { status, runId } = settled
      closing.settled(settled)
      wakeRequests.putOff(key)
      if (status === 'waiting' || status === 'handed-over')
        events.emit({ type: 'paused-run', key, runId, status })
    },
    onFree: key => {
      const known = mirror.get(key)
      if (known) onKey(known)
      service.changed()
    },
  })
  const intake = createIntake({
    clock,
    runner,
    // Presence is not taken in vain for a key that somebody is known to hold.
    isHeld: key => mirror.get(key)?.record?.lease != null,
    user: mirror.user,
    throwIfResting: ledger.throwIfResting,
    onDecided({ key }, { source }, { result }) {
      const { decision, reason, runId } = result
      if (decision === 'deferred') wakeRequests.putOff(key)
      events.emit({ type: 'trigger', key, source, decision, reason, runId })
    },
    onUnstored: (target, request) => repeats.keep(target, request),
  })
  const repeats = createRepeats(clock, fireAndForget)
  const agenda = createAgenda({
    clock,
    mirror,
    runner,
    isOnline: () => environment.isOnline(),
    isResting: ledger.isResting,
    gate: ({ definition }) => self.gate(definition),
    target: roster.target,
    schedules: schedulesOf,
    fireSlot: (target, slot, sessionEpoch) =>
      intake.submit(target, {
        source: 'schedule',
        byUser: false,
        brings: 'nothing',
        slot,
        sessionEpoch,
      }),
    onPlanned: () => service.changed(),
    // The ledger has reported what it is that the store failed with.
    onError: error => {
      if (!(error instanceof RegistryError)) onError(error)
    },
  })
  const arming = createArming({
    environment,
    clock,
    fire(target, request) {
      // Between events nobody returns to anything, but what is new has to be stored.
      if (eventWindow.isOpen() || request.brings !== 'nothing') fireAndForget(target, request)
    },
    onError,
  })
  const watchers = createWatchers({
    agent,
    clock,
    presence: resolved.presence,
    absence,
    environment,
    hub,
    farewells,
    ledger,
    mirror,
    runner,
    target: roster.target,
    graceMs: ({ scope }) => roster.tasks.get(scope)?.definition.takeoverGraceMs ?? 0,
    isClosed: () => closing.isClosed(),
    onTakeover: key => events.emit({ type: 'takeover', key }),
  })
  const pageCache = createPageCache({
    absence,
    clock,
    presence,
    hub,
    farewells,
    mirror,
    runner,
    watchers,
  })
  const unused = createUnused({ agent, clock, runner, target: roster.target })
  const accounts = createAccounts({
    mode: resolved.accounts,
    ledger,
    mirror,
    clock,
    impatient,
    followsStore: environment.kind === 'service-worker',
    onSession() {
      armUsers()
      watching.followSession()
    },
    onLeaving(userId) {
      for (const holding of runner.holdings()) {
        if (holding.userId === userId) holding.abort('signed-out')
      }
      armUsers()
      watching.followSession()
    },
  })
  const views = createViews(
    createViewSource({ clock, self, background, mirror, roster, ledger, runner }),
    clock,
  )
  const closing = createClosing({ clock, runner, onStop: halt, dispose })
  const targets = createTargets(roster, accounts, closing)
  const onListening = (): void => poller.update()
  const watching = createWatching({
    tasks: roster.tasks,
    targets,
    views,
    mirror,
    ledger,
    closing,
    askProgress: key => hub.send({ type: 'ask', key }),
    onListening,
  })
  const poller = createPoller(
    clock,
    () =>
      hub.isOpen() || !environment.isVisible()
        ? []
        : [...mirror.keys()]
            .map(({ key }) => key)
            .filter(key => views.isListening(key) || outcomes.isWaiting(key)),
    read,
  )
  const expectations = createExpectations(clock, key => {
    read(key).catch(() => {
      if (!closing.isClosed()) expectations.expect(key, fenceOf(key))
    })
  })
  const catchUp = createCatchUp({
    clock,
    absence,
    accounts,
    roster,
    ledger,
    runner,
    watchers,
    agenda,
    outcomes,
    repeats,
    poller,
    pageCache,
    onRead: armUsers,
  })
  const service = createEventService({
    clock,
    self,
    window: eventWindow,
    mirror,
    roster,
    ledger,
    runner,
    agenda,
    catchUp: catchUp.begin,
    submit,
    onError,
    isClosed: () => closing.isClosed(),
  })
  let stopSupport: (() => void) | undefined
  let leaveEvents: (() => void) | undefined

  function fenceOf(key: string): number {
    return mirror.get(key)?.record?.fence ?? 0
  }

  async function read(key: string): Promise<void> {
    const known = mirror.get(key)
    if (known) await ledger.automatic.load(known)
  }

  /** A trigger that nobody waits for. */
  async function submit(target: RunTarget, request: TriggerRequest): Promise<void> {
    try {
      await intake.submit(target, request)
    } catch (error) {
      // What was still on its way when the registry closed is nobody's fault.
      if (closing.isClosed()) return
      // All that is called of the app on this way, and not reported there.
      const where = `task '${target.scope}', mergePayload()`
      onError(error, error instanceof RegistryError ? undefined : where)
    }
  }

  function fireAndForget(target: RunTarget, request: TriggerRequest): void {
    void submit(target, request)
  }

  /** Runs that a transaction of this agent ended. */
  function ended(rows: readonly HistoryRow[]): void {
    outcomes.landed(rows)
    unheard.told(rows)
    reportEnded(rows, roster.tasks, environment, events, onError)
  }

  function addTask(task: AnyTask): void {
    roster.add(task)
    armUsers()
  }

  function armUsers(): void {
    if (runner.isStopped()) return
    roster.trackAll()
    arming.update(roster.tasks.values(), roster.users())
    agenda.plan()
  }

  function onKey(known: KnownKey): void {
    const holding = runner.holding(known.key)
    if (holding) reconcile(holding, known, mirror.user(known.userId))
    expectations.met(known.key, fenceOf(known.key))
    watchers.update(known)
    unused.update(known)
    outcomes.check(known)
    views.refresh(known)
    agenda.plan()
    service.changed()
  }

  function onUser(): void {
    armUsers()
    watching.followSession()
  }

  function onOtherStore(): void {
    events.emit({ type: 'store-recreated' })
    void catchUp.begin()
  }

  function halt(): void {
    arming.stop()
    agenda.stop()
    unused.stop()
    for (const known of mirror.keys()) {
      watchers.update(known)
      views.refresh(known)
    }
    service.changed()
  }

  async function dispose(): Promise<void> {
    lifecycle.stop()
    leaveEvents?.()
    stopSupport?.()
    wakeRequests.stop()
    eventWindow.stop()
    watchers.stop()
    poller.stop()
    repeats.stop()
    expectations.stop()
    outcomes.close()
    timers.stop()
    watching.complete()
    views.stop()
    events.complete()
    try {
      await ledger.close()
    } finally {
      // Only now: what landed while the store was closing was told to the others.
      hub.close()
      // What is still waited for, in a page that is away, ends too.
      clock.goOn()
    }
  }

  try {
    for (const task of resolved.tasks) addTask(task)
    stopSupport = background?.listen(() => mirror.touchAll())
    leaveEvents = background?.join({ name, serve: service.serve })
  } catch (error) {
    lifecycle.stop()
    stopSupport?.()
    wakeRequests.stop()
    hub.close()
    throw error
  }
  void catchUp.begin()
  const registry = createPublic({
    self: {
      agent,
      // Pages change their titles.
      get agentLabel() {
        return environment.label()
      },
    },
    targets,
    trigger: createTrigger({
      accounts,
      targets,
      intake,
      outcomes,
      views,
      ledger,
      onError,
      onWaiting: onListening,
    }),
    watching,
    ledger,
    mirror,
    outcomes,
    views,
    accounts,
    closing,
    events,
    impatient,
    addTask,
    onResuming: key => hub.send({ type: 'intent', key }),
    onResumed: () => agenda.look('time'),
  })
  const escaping = escapingCalls(registry, environment, store)
  return withInside(escaping, { options: resolved, store, ledger, impatient })
}

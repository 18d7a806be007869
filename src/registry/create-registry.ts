/** Puts a registry together: which part hears of what, in which order. */
import type { Signal } from '../model/choose-due.ts'
import { isCurrent } from '../model/epoch.ts'

import type { AgentFacts } from '../model/facts.ts'
import type { Message } from '../model/message.ts'
import { deriveView, loadingView } from '../model/view.ts'
import { createPresenceHolder } from '../lease/presence-holder.ts'
import type { WatcherDeps } from '../lease/watcher.ts'
import type { AnyTask } from '../run/task.ts'
import { createAccounts } from './accounts.ts'
import { createAgenda } from './agenda.ts'
import { createArming, firedPayload, schedulesOf } from './arming.ts'
import { createClosing } from './closing.ts'
import { createEvents } from './events.ts'
import { createHub } from './hub.ts'
import { createIntake } from './intake.ts'
import { createLedger } from './ledger.ts'
import { createLifecycle } from './lifecycle.ts'
import { createMirror, type KnownKey } from './mirror.ts'
import { type RegistryOptions, resolveOptions } from './options.ts'
import { createOutcomes } from './outcomes.ts'
import { createPoller } from './poller.ts'
import { createPublic } from './public.ts'
import { createRepeats } from './repeats.ts'
import { addressOf, conflict } from './resolve.ts'
import { createRunner, type RunTarget } from './runner.ts'
import { reportEnded } from './settled.ts'
import type { TaskRegistry } from './task-registry.ts'
import { createViews } from './views.ts'
import { createWatchers } from './watchers.ts'

/** A hidden agent's timers may fire once a minute: its leases last at least so long, ms. */
const hiddenTtlMs = 150_000

/**
 * Makes the registry of this page, worker or service worker. It needs no set-up: IndexedDB, Web
 * Locks and BroadcastChannel are used where they are there. Throws `invalid-option`.
 *
 * @example
 * const registry = createTaskRegistry({ tasks: [courseSync] })
 * await registry.signIn(user.id)
 */
export function createTaskRegistry(options: RegistryOptions = {}): TaskRegistry {
  const resolved = resolveOptions(options)
  const { name, clock, random, environment, onError } = resolved
  const agent = random.id()
  const tasks = new Map<string, AnyTask>()
  const events = createEvents()

  const mirror = createMirror({ onKey, onUser, onOtherStore })
  const hub = createHub(resolved.channel, `${name}:v1`, agent, onMessage)
  const store = resolved.store({
    name,
    now: clock.now,
    id: random.id,
    historyKept: resolved.historyKept,
  })
  const ledger = createLedger(store, clock, mirror, hub, {
    onEnded(rows) {
      outcomes.landed(rows)
      reportEnded(rows, tasks, environment, events, onError)
    },
    onHealth(health) {
      events.emit({ type: 'store', health })
      mirror.touchAll()
      if (health.state === 'ok') repeats.flush()
    },
    onError,
  })
  const outcomes = createOutcomes(mirror, ledger.history)
  const lifecycle = createLifecycle(environment, clock, { onSignal, onWake: wake, onShown: shown })
  const runner = createRunner({
    clock,
    random,
    environment,
    presence: createPresenceHolder(resolved.presence, clock, random, name),
    transact: ledger.transact,
    ttlMs: () => (environment.isVisible() ? resolved.ttlMs : Math.max(resolved.ttlMs, hiddenTtlMs)),
    resumedLately: lifecycle.resumedLately,
    sendProgress(note) {
      hub.send({ type: 'progress', ...note })
      mirror.learnProgress(note.key, note.runId, note.fence, note.progress)
    },
    onError,
    redact: resolved.redact,
    facts: (definition, presence, mayStart): AgentFacts => ({
      agent,
      agentKind: environment.kind,
      agentLabel: environment.label(),
      owner: random.id(),
      runId: random.id(),
      presence,
      mayStart,
      ttlMs: environment.isVisible() ? resolved.ttlMs : Math.max(resolved.ttlMs, hiddenTtlMs),
      online: environment.isOnline(),
      gate: gateOf(definition),
      random: random.number(),
    }),

    findRow: async (key, runId) =>
      (await ledger.history(key, 50)).find(row => row.runId === runId) ?? null,
    onSettled({ key }, settled) {
      const { status, runId } = settled
      closing.settled(settled)
      if (status === 'waiting' || status === 'handed-over')
        events.emit({ type: 'paused-run', key, runId, status })
    },
    onEnded(rows) {
      outcomes.landed(rows)
      reportEnded(rows, tasks, environment, events, onError)
    },
    onFree: key => {
      const known = mirror.get(key)
      if (known) onKey(known)
    },
  })
  const intake = createIntake({
    clock,
    runner,
    // Presence is not taken in vain for a key that somebody is known to hold.
    isHeld: key => mirror.get(key)?.record?.lease != null,
    onDecided({ key }, { source }, { result }) {
      const { decision, reason, runId } = result
      events.emit({ type: 'trigger', key, source, decision, reason, runId })
    },
    onUnstored: (target, request) => repeats.keep(target, request),
  })
  const repeats = createRepeats(clock, (target, request) => {
    if (!runner.isStopped()) intake.submit(target, request).catch(onError)
  })
  const agenda = createAgenda({
    clock,
    mirror,
    runner,
    isOnline: () => environment.isOnline(),
    gate: ({ definition }) => gateOf(definition),
    target: targetOf,
    schedules: schedulesOf,
    fireSlot: (target, slot) =>
      intake.submit(target, {
        source: 'schedule',
        byUser: false,
        brings: 'nothing',
        slot: { id: slot.scheduleId, at: slot.at, anchorAt: slot.anchorAt, queues: slot.queues },
      }),
    onError: () => undefined,
  })
  const arming = createArming({
    environment,
    clock,
    fire(target, fired) {
      if (runner.isStopped()) return
      const { source, brings } = fired
      intake
        .submit(target, { source, brings, byUser: false, ...firedPayload(fired) })
        .catch(onError)
    },
    onError,
  })
  const watchers = createWatchers(agent, watcherDeps)
  const accounts = createAccounts(resolved.accounts, ledger, mirror, () => {
    armUsers()
    publicPart.followSession()
  })
  const views = createViews(known => {
    const { key, userId, scope, record } = known
    const isKnown = known.loaded && (mirror.users() !== null || mirror.user(userId) !== null)
    if (!isKnown) return loadingView(key, scope, userId, ledger.health())
    const definition = tasks.get(scope)?.definition
    return deriveView({ key, userId, scope }, record, mirror.user(userId), {
      now: clock.now(),
      agent,
      capable: definition !== undefined && !runner.isStopped() && !runner.isStuck(key),
      ownerGone: known.ownerGone,
      progress: known.progress,
      store: ledger.health(),
      gate: definition ? gateOf(definition) : true,
    })
  })
  const closing = createClosing({ clock, runner, onStop: halt, dispose })
  const publicPart = createPublic({
    agent,
    environment,
    ledger,
    mirror,
    outcomes,
    intake,
    views,
    accounts,
    closing,
    events,
    tasks,
    addTask,
    track,
    ask: key => hub.send({ type: 'ask', key }),
    onListening: () => poller.update(),
    onResumed: () => agenda.look('time'),
  })
  const poller = createPoller(
    clock,
    () =>
      hub.isOpen() || !environment.isVisible()
        ? []
        : [...mirror.keys()]
            .map(({ key }) => key)
            .filter(key => views.isListening(key) || outcomes.isWaiting(key)),
    async key => {
      const known = mirror.get(key)
      if (known) await ledger.load(known)
    },
  )

  function gateOf(definition: AnyTask['definition']): true | string {
    try {
      return definition.when?.() ?? true
    } catch (error) {
      onError(error)
      return 'the gate of the task failed'
    }
  }

  function targetOf(known: KnownKey): RunTarget | null {
    const task = tasks.get(known.scope)
    const { key, userId, scope } = known
    return task && mirror.user(userId)?.signedIn
      ? { key, userId, scope, definition: task.definition }
      : null
  }

  function addTask(task: AnyTask): void {
    const before = tasks.get(task.scope)
    if (before && before.definition !== task.definition) conflict(task.scope)
    tasks.set(task.scope, task)
    armUsers()
  }

  /** Every agent with the task and the user knows the key: it may have to go on with what was left. */
  function armUsers(): void {
    if (runner.isStopped()) return
    const users = (mirror.users() ?? []).filter(user => user.signedIn).map(user => user.userId)
    for (const userId of users) for (const task of tasks.values()) track(userId, task.scope)
    arming.update(tasks.values(), users)
    agenda.plan()
  }

  function track(userId: string, scope: string): KnownKey {
    const address = addressOf(userId, scope)
    const known = mirror.get(address.key) ?? mirror.track(address, scope)
    if (!known.loaded && !closing.isClosed()) ledger.load(address).catch(() => undefined)
    return known
  }

  function onKey(known: KnownKey): void {
    const holding = runner.holding(known.key)
    const { record } = known
    if (holding && record) {
      const mine = record.lease?.owner === holding.owner && record.fence === holding.fence
      if (!isCurrent(record, mirror.user(known.userId))) holding.abort('signed-out')
      else if (mine && record.run?.cancel) holding.abort(record.run.cancel.reason)
      else if (!mine && record.fence > holding.fence) holding.abort('lease-lost')
    }
    watchers.update(known)
    outcomes.check(known)
    views.refresh(known)
    agenda.plan()
  }

  function onUser(): void {
    armUsers()
    publicPart.followSession()
  }

  function onOtherStore(): void {
    events.emit({ type: 'store-recreated' })
    void begin()
  }

  function watcherDeps(known: KnownKey): WatcherDeps | null {
    const target = targetOf(known)
    if (!target || runner.isStopped()) return null
    const { key, userId } = known
    return {
      clock,
      presence: resolved.presence,
      graceMs: target.definition.takeoverGraceMs,
      isVisible: () => environment.isVisible(),
      isProven: other => hub.hasHeard(other),
      ping: ({ owner, fence }) => hub.send({ type: 'ping', key, owner, fence }),
      refresh: () => ledger.load({ key, userId }),
      onSuspicion: gone => mirror.suspect(key, gone),
      async takeOver(evidence) {
        const { acquired } = await runner.goOn(target, { evidence })
        if (acquired) events.emit({ type: 'takeover', key })
      },
    }
  }

  function onMessage(message: Message): void {
    switch (message.type) {
      case 'record':
        return mirror.learn(message.storeId, message.record)
      case 'users':
        return mirror.learnUsers(message.storeId, message.users)
      case 'progress':
        return mirror.learnProgress(message.key, message.runId, message.fence, message.progress)
      case 'ping':
        return answerPing(message)
      case 'pong':
        return
      case 'ask': {
        const holding = runner.holding(message.key)
        const progress = holding?.progress()
        if (holding && progress) {
          const { key, runId, fence } = holding
          hub.send({ type: 'progress', key, runId, fence, n: 0, progress })
        }
      }
    }
  }

  /** Only who executes exactly that owner answers, and only with a renewal to show for it. */
  function answerPing({
    key,
    owner,
    fence,
  }: {
    readonly key: string
    readonly owner: string
    readonly fence: number
  }): void {
    const holding = runner.holding(key)
    if (!holding || holding.owner !== owner || holding.fence !== fence || holding.isSettling())
      return
    const pong = (): void => hub.send({ type: 'pong', key, owner, fence })
    if (holding.keeper.isFresh()) pong()
    else holding.renew().then(pong, () => undefined)
  }

  function onSignal(signal: Signal): void {
    agenda.look(signal)
    repeats.flush()
  }

  /** The agent is awake: leases are renewed when due, others' are looked at. */
  function wake(): void {
    for (const holding of runner.holdings()) holding.renew().catch(() => undefined)
    watchers.look()
    poller.update()
  }

  /** The page is shown again: whatever was said meanwhile was missed. */
  function shown(): void {
    hub.reopen()
    void begin()
  }

  /** Reads who is signed in, and what is left of their keys. */
  async function begin(): Promise<void> {
    try {
      await accounts.begin()
      await ledger.loadUsers()
      for (const { key, userId } of mirror.keys()) await ledger.load({ key, userId })
      armUsers()
    } catch {
      // Reported by the ledger; the next signal or trigger finds the store again.
    }
  }

  function halt(): void {
    arming.stop()
    agenda.stop()
    watchers.stop()
    for (const known of mirror.keys()) views.refresh(known)
  }

  async function dispose(): Promise<void> {
    lifecycle.stop()
    poller.stop()
    repeats.stop()
    outcomes.close()
    publicPart.complete()
    hub.close()
    await ledger.close()
  }

  try {
    for (const task of resolved.tasks) addTask(task)
  } catch (error) {
    lifecycle.stop()
    hub.close()
    throw error
  }
  void begin()
  return publicPart.registry
}

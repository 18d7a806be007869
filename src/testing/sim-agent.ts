/** One agent of a simulated world: production code over simulated ports, and its life. */
import type { AgentKind } from '../model/lease.ts'
import type { Background } from '../port/background.ts'
import type { LifeSignal } from '../port/environment.ts'
import type { Clock } from '../port/clock.ts'
import type { Presence } from '../port/presence.ts'
import { createTaskRegistry } from '../registry/create-registry.ts'
import type { RegistryOptions } from '../registry/options.ts'
import type { TaskRegistry } from '../registry/task-registry.ts'
import type { AnyTask } from '../run/task.ts'
import type { Memory } from '../store/memory.ts'
import type { LocalChannels } from './local-channel.ts'
import type { LocalLocks } from './local-locks.ts'
import { type ManualClock, wholeMs } from './manual-clock.ts'
import type { Scheduler } from './scheduler.ts'
import { seededRandom } from './seeded-random.ts'
import { createSimEnvironment, type SimEnvironment } from './sim-environment.ts'
import type { LandedUsers, LandedWrite } from './sim-journal.ts'
import { type AgentApp, createAgentApp } from './sim-app.ts'
import type { SimNetwork } from './sim-network.ts'
import { createSimStore, type StoreTrouble } from './sim-store.ts'
import type { StepCounter } from './step-counter.ts'

/** Whether anything of an agent runs; `cached`: its page is in the back-forward cache. */
export type SimState = 'live' | 'frozen' | 'cached' | 'dead'

/** An agent. */
export interface SimAgent {
  readonly name: string
  readonly kind: AgentKind
  readonly registry: TaskRegistry
  readonly tasks: readonly AnyTask[]
  readonly app: AgentApp
  /** What has become of it. */
  state(): SimState
  /** Zero when it is idle. */
  timers(): number
  /** How often it asked its store for something. */
  operations(): number
}

/** What an agent is made of. */
export interface SimAgentParts {
  readonly name: string
  readonly kind: AgentKind
  readonly background: Background | null
  readonly seed: number
  readonly memory: Memory
  /** What the pages of this origin leave each other. */
  readonly notes: Map<string, string>
  readonly clock: ManualClock
  readonly scheduler: Scheduler
  readonly channels: LocalChannels | null
  readonly locks: LocalLocks | null
  readonly network: SimNetwork
  readonly counter: StepCounter | null
  /** Which version of the app runs in it. */
  readonly version: number
  readonly options: RegistryOptions
  tasks(app: AgentApp): readonly AnyTask[]
  delayMs(): number
  mended(): void
  landed(write: LandedWrite): void
  landedUsers(write: LandedUsers): void
  /** A `signOut` resolves to this agent later; returns what is called then. */
  signingOut(userId: string | undefined): () => void
  onError(error: unknown): void
}

/** An agent, and what only its world may do to it. */
export interface SimAgentLife {
  readonly agent: SimAgent
  readonly environment: SimEnvironment
  /** The signal reaches the agent as an event of its own. */
  signal(signal: LifeSignal): void
  setState(state: SimState): void
  breakStore(trouble: StoreTrouble | null, times: number): void
  isStoreWell(): boolean
  /** Whether `stop`, `drain` or `close` was called. */
  hasEnded(): boolean
}

/** Makes an agent whose registry begins at once. */
export function createSimAgent(parts: SimAgentParts): SimAgentLife {
  const { name, scheduler, clock, counter } = parts
  let state: SimState = 'live'
  let ended = false

  function add(lane: string, label: string, run: () => void, afterMs?: number): void {
    if (state === 'dead') return
    const event = { owner: name, label, run }
    if (afterMs === undefined) scheduler.add(`${lane} ${name}`, event)
    else scheduler.addTimer(clock.monotonic() + afterMs, event)
  }

  const agentClock: Clock = {
    now: clock.now,
    monotonic: clock.monotonic,
    setTimer(afterMs, fire) {
      if (state === 'dead') return { cancel: () => undefined }
      const label = `${name}: a timer of ${wholeMs(afterMs)} ms`
      const event = { owner: name, label, throttles: true, run: fire }
      return scheduler.addTimer(clock.monotonic() + wholeMs(afterMs), event)
    },
  }
  const environment = createSimEnvironment(
    name,
    work => add('task', `${name} starts a task`, work),
    parts.notes,
    parts.kind,
  )
  const isDead = (): boolean => state === 'dead'
  const fetch = parts.network.fetchFor(name, environment.isOnline)
  const origin = parts.locks?.presenceFor(name)
  const presence: Presence = {
    request: (lock, request) => {
      if (state === 'dead') return new Promise(never)
      return origin ? origin.request(lock, request) : Promise.resolve(null)
    },
  }
  const app = createAgentApp({
    agent: name,
    version: parts.version,
    clock: agentClock,
    environment,
    fetch,
    locks: presence,
    counter,
    isDead,
    add,
  })
  const tasks = parts.tasks(app)
  const open = parts.channels?.factoryFor(name)
  const { memory, delayMs, mended, landed, landedUsers } = parts
  const store = createSimStore({ name, memory, add, delayMs, mended, landed, landedUsers })

  const ports: RegistryOptions = {
    name: 'sim',
    tasks,
    store: counter ? counter.store(store.factory) : store.factory,
    channel: (channel, onMessage) => (state === 'dead' || !open ? null : open(channel, onMessage)),
    presence: counter ? counter.presence(presence) : presence,
    clock: agentClock,
    random: seededRandom(parts.seed, name),
    environment,
    ...(parts.background ? { background: parts.background } : {}),
    onError: parts.onError,
  }
  const made = createTaskRegistry(Object.assign({}, parts.options, ports))
  const registry: TaskRegistry = {
    ...made,
    async signOut(who) {
      const resolved = parts.signingOut(typeof who === 'object' ? who.userId : who)
      await made.signOut(who)
      resolved()
    },
    stop() {
      ended = true
      made.stop()
    },
    drain(options) {
      ended = true
      return made.drain(options)
    },
    close(options) {
      ended = true
      return made.close(options)
    },
  }
  return {
    agent: {
      name,
      kind: parts.kind,
      registry,
      tasks,
      app,
      state: () => state,
      timers: () => scheduler.timersOf(name),
      operations: store.operations,
    },
    environment,
    signal: signal => add('life', `${name} is told: ${signal}`, () => environment.emit(signal)),
    setState(next) {
      state = next
    },
    breakStore: store.breakStore,
    isStoreWell: store.isWell,
    hasEnded: () => ended,
  }
}

function never(): void {}

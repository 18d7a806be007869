/** One agent of a simulated world: production code over simulated ports, and its life. */
import type { LifeSignal } from '../port/environment.ts'
import type { Clock } from '../port/clock.ts'
import { createTaskRegistry } from '../registry/create-registry.ts'
import type { RegistryOptions } from '../registry/options.ts'
import type { TaskRegistry } from '../registry/task-registry.ts'
import type { AnyTask } from '../run/task.ts'
import { type Memory, memoryStore } from '../store/memory.ts'
import { freezeDeep } from './freeze.ts'
import type { LocalChannels } from './local-channel.ts'
import type { LocalLocks } from './local-locks.ts'
import { type ManualClock, wholeMs } from './manual-clock.ts'
import type { Scheduler } from './scheduler.ts'
import { seededRandom } from './seeded-random.ts'
import { createSimEnvironment, type SimEnvironment } from './sim-environment.ts'
import { type LandedWrite, watchStore } from './sim-journal.ts'
import type { SimFetch, SimNetwork } from './sim-network.ts'
import type { StepCounter } from './step-counter.ts'

/** Whether anything of an agent runs. */
export type SimState = 'live' | 'frozen' | 'dead'

/** What the app's code in one agent works with. */
export interface AgentApp {
  readonly agent: string
  readonly clock: Clock
  readonly fetch: SimFetch
  readonly environment: SimEnvironment
  /** One transaction of the app's own database: `work` happens, later its answer comes. */
  database<Result>(name: string, work: () => Result): Promise<Result>
}

/** An agent. */
export interface SimAgent {
  readonly name: string
  readonly registry: TaskRegistry
  readonly tasks: readonly AnyTask[]
  readonly app: AgentApp
  state(): SimState
  /** Zero when it is idle. */
  timers(): number
}

/** What an agent is made of. */
export interface SimAgentParts {
  readonly name: string
  readonly seed: number
  readonly memory: Memory
  readonly clock: ManualClock
  readonly scheduler: Scheduler
  readonly channels: LocalChannels | null
  readonly locks: LocalLocks | null
  readonly network: SimNetwork
  readonly counter: StepCounter | null
  readonly options: RegistryOptions
  tasks(app: AgentApp): readonly AnyTask[]
  landed(write: LandedWrite): void
  onError(error: unknown): void
}

/** An agent, and what only its world may do to it. */
export interface SimAgentLife {
  readonly agent: SimAgent
  readonly environment: SimEnvironment
  /** The signal reaches the agent as an event of its own. */
  signal(signal: LifeSignal): void
  setState(state: SimState): void
}

/** Makes an agent whose registry begins at once. */
export function createSimAgent(parts: SimAgentParts): SimAgentLife {
  const { name, scheduler, clock, counter } = parts
  let state: SimState = 'live'

  function add(lane: string, label: string, run: () => void): void {
    if (state !== 'dead') scheduler.add(`${lane} ${name}`, { owner: name, label, run })
  }

  const agentClock: Clock = {
    now: clock.now,
    monotonic: clock.monotonic,
    setTimer(afterMs, fire) {
      if (state === 'dead') return { cancel: () => undefined }
      const event = { owner: name, label: `${name}: a timer of ${wholeMs(afterMs)} ms`, run: fire }
      return scheduler.addTimer(clock.monotonic() + wholeMs(afterMs), event)
    },
  }
  const environment = createSimEnvironment(name, work => add('task', `${name} starts a task`, work))
  const fetch = parts.network.fetchFor(name, environment.isOnline)
  const count: StepCounter['around'] = counter ? counter.around : (_port, _name, work) => work()
  const app: AgentApp = {
    agent: name,
    clock: agentClock,
    environment,
    fetch: request =>
      state === 'dead' ? new Promise(never) : count('fetch', request.path, () => fetch(request)),
    database: (label, work) =>
      count(
        'database',
        label,
        () =>
          new Promise(resolve =>
            add('database', `${name}: ${label}`, () => {
              const result = work()
              add('database answer', `${name} hears of ${label}`, () => resolve(result))
            }),
          ),
      ),
  }
  const tasks = parts.tasks(app)
  const locks = parts.locks?.presenceFor(name)
  const presence: RegistryOptions['presence'] = {
    request: (lock, request) => {
      if (state === 'dead') return new Promise(never)
      return locks ? locks.request(lock, request) : Promise.resolve(null)
    },
  }
  const open = parts.channels?.factoryFor(name)
  const store = watchStore(memoryStore(parts.memory, { schedule, copy: freezeDeep }), name, {
    asked: label => void (asking = label),
    askedFor: () => void (asking = null),
    landed: parts.landed,
  })
  let asking: string | null = null
  let begun = ''

  /** The beginning of a transaction is scheduled while it is asked for, its answer later. */
  function schedule(work: () => void): void {
    const label = asking
    if (label === null) return add('answer', `${name} hears of ${begun}`, work)
    add('begin', `${name} begins ${label}`, () => {
      begun = label
      work()
    })
  }

  const registry = createTaskRegistry({
    ...parts.options,
    name: 'sim',
    tasks,
    store: counter ? counter.store(store) : store,
    channel: (channel, onMessage) => (state === 'dead' || !open ? null : open(channel, onMessage)),
    presence: counter ? counter.presence(presence) : presence,
    clock: agentClock,
    random: seededRandom(parts.seed, name),
    environment,
    onError: parts.onError,
  })
  return {
    agent: {
      name,
      registry,
      tasks,
      app,
      state: () => state,
      timers: () => scheduler.timersOf(name),
    },
    environment,
    signal: signal => add('life', `${name} is told: ${signal}`, () => environment.emit(signal)),
    setState(next) {
      state = next
    },
  }
}

function never(): void {}

/** What a simulated world is made from, and what can be done to it. */
import type { HistoryRow } from '../model/history-row.ts'
import type { Json } from '../model/json.ts'
import type { TaskRecord } from '../model/record.ts'
import type { UserRecord } from '../model/user-record.ts'
import type { BackgroundEvent } from '../port/background.ts'
import type { LifeSignal } from '../port/environment.ts'
import type { RegistryOptions } from '../registry/options.ts'
import type { TaskRegistry, TriggerOptions } from '../registry/task-registry.ts'
import type { AnyTask } from '../run/task.ts'
import type { Memory } from '../store/memory.ts'
import type { ManualClock } from './manual-clock.ts'
import type { SimTrigger } from './rules-trigger.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { SimAgent } from './sim-agent.ts'
import type { AgentApp } from './sim-app.ts'
import type { SimServer } from './sim-network.ts'
import type { StoreTrouble } from './sim-store.ts'
import type { StepCounter } from './step-counter.ts'
import type { Witness } from './witness.ts'

/** What the registry of an agent may be told. */
export type AgentOptions = Pick<
  RegistryOptions,
  'lease' | 'accounts' | 'historyKept' | 'maxConcurrent'
>

/** What a world is made from. */
export interface WorldOptions {
  /** The same seed makes the same history. */
  readonly seed: number
  /** The tasks of one agent, as its app defines them. */
  readonly tasks: (app: AgentApp) => readonly AnyTask[]
  /** Answers requests. Default: 404. */
  readonly server?: SimServer
  /** Part of the messages that is lost. Default 0. */
  readonly loss?: number
  /** Whether agents have a channel, and locks. Default `true`. */
  readonly channel?: boolean
  readonly locks?: boolean
  /** What the monotonic clock does while the device sleeps. Default `stands-still`. */
  readonly monotonic?: 'stands-still' | 'goes-on'
  /** The options of all registries, or of that agent's. */
  readonly registry?: AgentOptions | ((agent: string) => AgentOptions)
  /** Which agents are service workers; all others ask the browser for events then. Default: none, and nobody asks. */
  readonly isWorker?: (agent: string) => boolean
  /** Resolves when all promise reactions have run. Default: one message to ourselves. */
  readonly drain?: () => Promise<void>
}

/** A world. Whatever changes it is a step, after which every promise is checked. */
export interface World {
  readonly clock: ManualClock
  readonly random: SeededRandom
  readonly memory: Memory
  readonly witness: Witness
  /** Starts an agent; `counter` numbers its steps, `version` is that of its app (default 1). */
  spawn(name: string, counter?: StepCounter, version?: number): Promise<SimAgent>
  /** All that were spawned, dead ones too. */
  agents(): readonly SimAgent[]
  /** It is gone: locks are free, what had not begun never happens, what landed stays. */
  kill(agent: SimAgent): void
  /** Nothing of it runs; it keeps its locks. */
  freeze(agent: SimAgent): void
  /** It goes on where it was frozen. */
  thaw(agent: SimAgent): void
  /** Its page is left, and not kept: `pagehide`, then death. */
  leave(agent: SimAgent): void
  /**
   * Its page goes into the back-forward cache: `pagehide`, then nothing of it runs. What it holds
   * stays held, what it waits for is never granted; a message to its open channel, or a new request
   * for what it holds, evicts it.
   */
  cache(agent: SimAgent): Promise<void>
  /** It returns from there: `resume`, `visible`, `pageshow`, `resume`. */
  restore(agent: SimAgent): void
  /** It has been hidden for long: its timers fire once a minute, until it is visible. */
  throttle(agent: SimAgent): void
  /** The device sleeps: the wall clock goes on, no timer fires meanwhile. */
  sleep(ms: number): void
  /** The browser wakes a service worker, or tells one that is awake of a further event. */
  wake(agent: SimAgent, label: string, event: BackgroundEvent): Promise<void>
  /** Its page is shown or hidden, and it is told so. */
  setVisible(agent: SimAgent, visible: boolean): void
  /** What its browser says of the network; whether requests get through says `setReachable`. */
  setOnline(agent: SimAgent, online: boolean): void
  /** Tells it of one event of page or network, and changes nothing else. */
  signal(agent: SimAgent, signal: LifeSignal): void
  /** How likely a message between agents is lost, 0 to 1. */
  setLoss(probability: number): void
  /** Whether the server can be reached at all. */
  setReachable(reachable: boolean): void
  /** Moves the wall clock alone. */
  jumpClock(ms: number): void
  /** What becomes of what the agent asks its store for; `null`: it is well again. */
  breakStore(agent: SimAgent, trouble: StoreTrouble | null, limits?: TroubleLimits): void
  /** `target`: the string form of a key, or a scope for the user that the agent signed in. */
  trigger(agent: SimAgent, target: string, options?: TriggerOptions<Json>): Promise<SimTrigger>
  /** Calls the registry of an agent as one step; what it answers may come in later ones. */
  act<Result>(
    agent: SimAgent,
    label: string,
    work: (registry: TaskRegistry) => Promise<Result> | Result,
  ): Promise<Asked<Result>>
  /** Every view of the key that the agent shows from now on is checked. */
  watch(agent: SimAgent, key: string): void
  /** One event; with nothing else to do time goes on to the next timer. `false`: nothing is left. */
  step(): Promise<boolean>
  /** Steps until nothing may happen at this instant. */
  settle(): Promise<void>
  /** Lets so much time pass, with all that happens in it. */
  pass(ms: number): Promise<void>
  /** Steps until the condition holds; fails when that takes too long. */
  until(what: string, condition: () => boolean): Promise<void>
  /** Whether something other than a timer waits to happen. */
  isBusy(): boolean
  /** The stored record of a key, by its string form. */
  record(key: string): TaskRecord | null
  /** What is stored of a user. */
  user(userId: string): UserRecord | null
  /** The finished runs of a key, the oldest first. */
  history(key: string): readonly HistoryRow[]
  /** How many steps there were. */
  steps(): number
  /** The last steps, readable. */
  trace(): string
}

/** How long a store's trouble lasts. Default: until it is ended. */
export interface TroubleLimits {
  /** So many operations. */
  readonly times?: number
  /** So long, ms. */
  readonly forMs?: number
}

/** What a call came to; both are empty while it is under way. */
export interface Asked<Result> {
  value: Result | undefined
  error: unknown
}

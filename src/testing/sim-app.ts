/** What the app's code in one simulated agent works with: requests and its own database. */
import type { Clock } from '../port/clock.ts'
import type { Presence } from '../port/presence.ts'
import type { SimEnvironment } from './sim-environment.ts'
import type { SimFetch } from './sim-network.ts'
import type { StepCounter } from './step-counter.ts'

/** What the app's code in one agent works with. */
export interface AgentApp {
  readonly agent: string
  /** Which version of the app this agent loaded. */
  readonly version: number
  readonly clock: Clock
  readonly fetch: SimFetch
  readonly environment: SimEnvironment
  /** The Web Locks of its origin. */
  readonly locks: Presence
  /** One transaction of the app's own database: `work` happens, later its answer comes. */
  database<Result>(name: string, work: () => Result): Promise<Result>
}

/** What an app is made of. */
export interface AgentAppParts
  extends Pick<AgentApp, 'agent' | 'version' | 'clock' | 'fetch' | 'environment' | 'locks'> {
  readonly counter: StepCounter | null
  isDead(): boolean
  /** Something that happens to this agent later. */
  add(lane: string, label: string, run: () => void): void
}

/** Makes it; a dead agent gets no answers. */
export function createAgentApp(parts: AgentAppParts): AgentApp {
  const { agent, version, clock, fetch, environment, locks, counter, isDead, add } = parts
  const count: StepCounter['around'] = counter ? counter.around : (_port, _name, work) => work()
  return {
    agent,
    version,
    clock,
    environment,
    locks,
    fetch: request =>
      isDead() ? new Promise(never) : count('fetch', request.path, () => fetch(request)),
    database: (label, work) =>
      count(
        'database',
        label,
        () =>
          new Promise(resolve =>
            add('database', `${agent}: ${label}`, () => {
              const result = work()
              add('database answer', `${agent} hears of ${label}`, () => resolve(result))
            }),
          ),
      ),
  }
}

function never(): void {}

/** What happens to whole agents of a world: death, sleep, the back-forward cache, network, a broken store. */
import type { LocalChannels } from './local-channel.ts'
import type { LocalLocks } from './local-locks.ts'
import type { Scheduler } from './scheduler.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { SimAgent, SimAgentLife } from './sim-agent.ts'
import type { Condition } from './world-condition.ts'
import type { Witness } from './witness.ts'
import type { World } from './world-types.ts'

/** What of a world is about its agents. */
export type WorldLives = Pick<
  World,
  | 'agents'
  | 'kill'
  | 'leave'
  | 'freeze'
  | 'thaw'
  | 'cache'
  | 'restore'
  | 'throttle'
  | 'setVisible'
  | 'setOnline'
  | 'signal'
  | 'breakStore'
>

/** What they are made of. */
export interface WorldLivesDeps {
  readonly lives: ReadonlyMap<string, SimAgentLife>
  readonly scheduler: Scheduler
  readonly random: SeededRandom
  readonly channels: LocalChannels
  readonly locks: LocalLocks
  readonly witness: Witness
  readonly condition: Condition
  note(label: string): void
  monotonic(): number
  /** Resolves when all promise reactions have run. */
  drain(): Promise<void>
}

/** A transaction that was asked for in `pagehide` lands so often. */
const landsInPagehide = 0.45
/** Timers of a page that was hidden for long fire once in so many ms. */
const throttledMs = 60_000

/** Makes them. */
export function createWorldLives(deps: WorldLivesDeps): WorldLives {
  const { lives, scheduler, random, channels, locks, witness, condition, note } = deps

  function lifeOf(agent: SimAgent): SimAgentLife {
    const life = lives.get(agent.name)
    if (!life) throw new TypeError(`${agent.name} is not of this world`)
    return life
  }

  function end(agent: SimAgent, how: string): void {
    note(`${agent.name} ${how}`)
    lifeOf(agent).setState('dead')
    scheduler.remove(agent.name)
    // A request that is under way may still arrive.
    scheduler.drop(event => event.from === agent.name && random.chance(0.5))
    channels.leave(agent.name)
    locks.leave(agent.name)
    witness.forget(agent.name)
    condition.disturbed()
  }

  function evict(agent: SimAgent): void {
    if (agent.state() === 'cached') end(agent, 'is evicted from the back-forward cache')
  }

  function show(agent: SimAgent, visible: boolean): void {
    const { environment } = lifeOf(agent)
    environment.setVisible(visible)
    if (visible) scheduler.throttle(agent.name, null)
    condition.throttled(agent.name, false)
  }

  return {
    agents: () => [...lives.values()].map(life => life.agent),
    kill(agent) {
      if (agent.state() !== 'dead') end(agent, 'is killed')
    },
    leave(agent) {
      if (agent.state() !== 'live') return
      note(`${agent.name} gets pagehide`)
      lifeOf(agent).environment.emit('pagehide')
      end(agent, 'is left for good')
    },
    freeze(agent) {
      if (agent.state() !== 'live') return
      note(`${agent.name} is frozen`)
      lifeOf(agent).setState('frozen')
      condition.stopped(agent.name)
      scheduler.hold(agent.name)
    },
    thaw(agent) {
      if (agent.state() !== 'frozen') return
      note(`${agent.name} thaws`)
      const life = lifeOf(agent)
      life.setState('live')
      condition.awake(agent.name)
      scheduler.release(agent.name)
      if (agent.kind !== 'service-worker') life.signal('resume')
    },
    async cache(agent) {
      if (agent.state() !== 'live') return
      note(`${agent.name} goes into the back-forward cache`)
      const life = lifeOf(agent)
      life.environment.emit('pagehide')
      show(agent, false)
      life.environment.emit('hidden')
      condition.hid(agent.name)
      await deps.drain()
      // What was begun in `pagehide` may land; its answer waits like everything else.
      if (random.chance(landsInPagehide)) scheduler.flush(`begin ${agent.name}`)
      life.setState('cached')
      scheduler.hold(agent.name)
      locks.hide(agent.name, () => evict(agent))
    },
    restore(agent) {
      if (agent.state() !== 'cached') return
      note(`${agent.name} returns from the back-forward cache`)
      const life = lifeOf(agent)
      life.setState('live')
      condition.awake(agent.name)
      locks.show(agent.name)
      scheduler.release(agent.name)
      show(agent, true)
      for (const signal of ['resume', 'visible', 'pageshow', 'resume'] as const)
        life.environment.emit(signal)
    },
    throttle(agent) {
      if (agent.state() !== 'live') return
      note(`the timers of ${agent.name} are throttled`)
      const { environment, signal } = lifeOf(agent)
      if (environment.isVisible()) signal('hidden')
      environment.setVisible(false)
      scheduler.throttle(agent.name, throttledMs)
      condition.throttled(agent.name, true)
    },
    setVisible(agent, visible) {
      const { environment, signal } = lifeOf(agent)
      if (agent.state() === 'cached' || environment.isVisible() === visible) return
      note(`${agent.name} is ${visible ? 'visible' : 'hidden'}`)
      show(agent, visible)
      signal(visible ? 'visible' : 'hidden')
    },
    setOnline(agent, online) {
      const { environment, signal } = lifeOf(agent)
      if (environment.isOnline() === online) return
      note(`${agent.name} is ${online ? 'online' : 'offline'}`)
      environment.setOnline(online)
      signal(online ? 'online' : 'offline')
    },
    signal: (agent, signal) => lifeOf(agent).signal(signal),
    breakStore(agent, trouble, { times = Number.POSITIVE_INFINITY, forMs } = {}) {
      note(trouble ? `the store of ${agent.name} ${trouble}` : `the store of ${agent.name} is well`)
      const { breakStore } = lifeOf(agent)
      breakStore(trouble, times)
      condition.disturbed()
      if (forMs === undefined || trouble === null) return
      const mend = {
        owner: null,
        label: `the store of ${agent.name} is well again`,
        run: () => breakStore(null, 0),
      }
      scheduler.addTimer(deps.monotonic() + forMs, mend)
    },
  }
}

/** What happens to whole agents of a world: death, sleep, network, visibility, a broken store. */
import type { LocalChannels } from './local-channel.ts'
import type { LocalLocks } from './local-locks.ts'
import type { Scheduler } from './scheduler.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { SimAgent, SimAgentLife } from './sim-agent.ts'
import type { Witness } from './witness.ts'
import type { World } from './world-types.ts'

/** What of a world is about its agents. */
export type WorldLives = Pick<
  World,
  'agents' | 'kill' | 'freeze' | 'thaw' | 'setVisible' | 'setOnline' | 'signal' | 'breakStore'
>

/** What they are made of. */
export interface WorldLivesDeps {
  readonly lives: ReadonlyMap<string, SimAgentLife>
  readonly scheduler: Scheduler
  readonly random: SeededRandom
  readonly channels: LocalChannels
  readonly locks: LocalLocks
  readonly witness: Witness
  /** Agents that were ever frozen. */
  readonly frozen: Set<string>
  note(label: string): void
}

/** Makes them. */
export function createWorldLives(deps: WorldLivesDeps): WorldLives {
  const { lives, scheduler, random, channels, locks, witness, frozen, note } = deps

  function lifeOf(agent: SimAgent): SimAgentLife {
    const life = lives.get(agent.name)
    if (!life) throw new TypeError(`${agent.name} is not of this world`)
    return life
  }

  return {
    agents: () => [...lives.values()].map(life => life.agent),
    kill(agent) {
      if (agent.state() === 'dead') return
      note(`${agent.name} is killed`)
      lifeOf(agent).setState('dead')
      scheduler.remove(agent.name)
      // A request that is under way may still arrive.
      scheduler.drop(event => event.from === agent.name && random.chance(0.5))
      channels.leave(agent.name)
      locks.leave(agent.name)
      witness.forget(agent.name)
    },
    freeze(agent) {
      if (agent.state() !== 'live') return
      note(`${agent.name} is frozen`)
      lifeOf(agent).setState('frozen')
      frozen.add(agent.name)
      scheduler.hold(agent.name)
    },
    thaw(agent) {
      if (agent.state() !== 'frozen') return
      note(`${agent.name} thaws`)
      const life = lifeOf(agent)
      life.setState('live')
      scheduler.release(agent.name)
      life.signal('resume')
    },
    setVisible(agent, visible) {
      const { environment, signal } = lifeOf(agent)
      if (environment.isVisible() === visible) return
      note(`${agent.name} is ${visible ? 'visible' : 'hidden'}`)
      environment.setVisible(visible)
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
    breakStore(agent, trouble, times = Number.POSITIVE_INFINITY) {
      note(trouble ? `the store of ${agent.name} ${trouble}` : `the store of ${agent.name} is well`)
      lifeOf(agent).breakStore(trouble, times)
    },
  }
}

/** A simulated world: agents on one store, and one hand that decides what happens next. */
import { encodeKey, parseKey } from '../model/key.ts'
import type { TaskRecord } from '../model/record.ts'
import type { UserRecord } from '../model/user-record.ts'
import { createTaskStarter } from '../platform/start-task.ts'
import type { AnyTask } from '../run/task.ts'
import { createMemory } from '../store/memory.ts'
import { createLocalChannels } from './local-channel.ts'
import { createLocalLocks } from './local-locks.ts'
import { createManualClock } from './manual-clock.ts'
import { createScheduler } from './scheduler.ts'
import { seededRandom } from './seeded-random.ts'
import { createSimAgent, type SimAgent, type SimAgentLife } from './sim-agent.ts'
import { createSimBackground, type SimBackground } from './sim-background.ts'
import { createSimNetwork } from './sim-network.ts'
import { watchStages } from './stage-watch.ts'
import type { StepCounter } from './step-counter.ts'
import { createWitness, type Witness } from './witness.ts'
import { createCondition } from './world-condition.ts'
import { createWorldCalls } from './world-calls.ts'
import { createWorldLives } from './world-lives.ts'
import { createWorldSteps } from './world-steps.ts'
import type { AgentOptions, World, WorldOptions } from './world-types.ts'

/** One step of a slow store takes less than this, ms. */
const slowMs = 2_000

/** Makes a world without agents. */
export function createWorld(options: WorldOptions): World {
  const { seed, drain = freshTask(), server = () => ({ status: 404, body: null }) } = options
  const random = seededRandom(seed, 'world')
  const clock = createManualClock()
  const memory = createMemory()
  const notes = new Map<string, string>()
  const scheduler = createScheduler()
  const lives = new Map<string, SimAgentLife>()
  const backgrounds = new Map<string, SimBackground>()
  const heard = new Set<string>()
  const condition = createCondition(clock.monotonic)
  const unsealed = new Set<string>()
  let lanes = 0
  let loss = options.loss ?? 0

  const channels = createLocalChannels((from, to, message, receive) => {
    const { type } = message as { readonly type?: string }
    if (random.chance(loss)) return
    if (lives.get(to)?.agent.state() === 'cached') {
      const agent = lives.get(to)?.agent as SimAgent
      const label = `a message reaches ${to} in the back-forward cache`
      const evict = (): void => {
        if (agent.state() === 'cached' && channels.isOpen(to)) ways.kill(agent)
      }
      scheduler.add(`evict ${to}`, { owner: null, label, run: evict })
      return
    }
    witness.count(`message ${type}`)
    scheduler.add(`message ${from} ${to}`, {
      owner: to,
      label: `${to} gets ${type} of ${from}`,
      run() {
        heard.add(`${to} ${from}`)
        receive()
      },
    })
  })
  const locks = createLocalLocks((member, label, answer) => {
    if (isDead(member)) return
    if (label.endsWith(':heir')) witness.count(label.startsWith('no') ? 'heir refused' : 'heir')
    const event = { owner: member, label: `${member} gets ${label}`, run: answer }
    scheduler.add(`lock ${++lanes}`, event)
  })
  const network = createSimNetwork(scheduler, server)
  const witness: Witness = createWitness({
    step: () => steps.steps(),
    monotonic: clock.monotonic,
    record,
    user: userOf,
    holdersOf: locks.holders,
    hasHeard: (listener, of) => heard.has(`${listener} ${of}`),
    now: clock.now,
    condition,
    hasLocks: options.locks !== false,
    isLive: name => lives.get(name)?.agent.state() === 'live',
    isStoreWell: name => lives.get(name)?.isStoreWell() ?? false,
    isOnline: name => lives.get(name)?.environment.isOnline() ?? false,
    isVisible: name => lives.get(name)?.environment.isVisible() ?? false,
    isWorker,
    timers: scheduler.timersOf,
    records: () => memory.databases.get('sim')?.records.values() ?? [],
    agents: () => [...lives.keys()],
    hasChannel: options.channel !== false,
    places: name => optionsOf(name).maxConcurrent ?? Number.POSITIVE_INFINITY,
    isGateOpen: (name, key) => (taskOf(name, key)?.definition.when?.() ?? true) === true,
    hasEnded: name => lives.get(name)?.hasEnded() ?? true,
    policy: (name, key) => taskOf(name, key)?.definition.policy,
    // Who was stopped may find its wait for the lock over and the lock granted in one instant.
    mayLackPresence: agent => options.locks === false || condition.wasStopped(agent),
    neverSeals: key => unsealed.has(parseKey(key)?.scope ?? ''),
  })
  const steps = createWorldSteps({
    seed,
    clock,
    random,
    scheduler,
    broken: () => witness.broken,
    look: () => witness.stepped(),
    drain,
  })
  const stageWitness: Pick<Witness, 'entered' | 'wrote' | 'left'> = {
    entered: call => void (isDead(call.agent) || witness.entered(call)),
    wrote: (call, verb) => void (isDead(call.agent) || witness.wrote(call, verb)),
    left: witness.left,
  }

  function watched(task: AnyTask, agent: string): AnyTask {
    if (task.definition.policy.seals === 'never') unsealed.add(task.scope)
    return watchStages(task, agent, stageWitness)
  }

  function optionsOf(name: string): AgentOptions {
    return typeof options.registry === 'function'
      ? options.registry(name)
      : (options.registry ?? {})
  }

  function taskOf(name: string, key: string): AnyTask | undefined {
    const scope = parseKey(key)?.scope
    return lives.get(name)?.agent.tasks.find(task => task.scope === scope)
  }

  function isWorker(name: string): boolean {
    return options.isWorker?.(name) ?? false
  }

  function backgroundOf(name: string): SimBackground | null {
    if (!options.isWorker) return null
    const made = createSimBackground(isWorker(name), () =>
      witness.count('a page asks for an event'),
    )
    backgrounds.set(name, made)
    return made
  }

  function isDead(name: string): boolean {
    return lives.get(name)?.agent.state() === 'dead'
  }

  function record(key: string): TaskRecord | null {
    return memory.databases.get('sim')?.records.get(key) ?? null
  }

  function userOf(userId: string | undefined): UserRecord | null {
    return (userId && memory.databases.get('sim')?.users.get(userId)) || null
  }

  async function spawn(
    name: string,
    counter: StepCounter | null = null,
    version = 1,
  ): Promise<SimAgent> {
    let unique = name
    for (let life = 2; lives.has(unique); life++) unique = `${name}${life}`
    steps.note(`${unique} begins`)
    const life = createSimAgent({
      name: unique,
      kind: isWorker(unique) ? 'service-worker' : 'tab',
      background: backgroundOf(unique),
      seed: random.below(2 ** 31),
      memory,
      notes,
      clock,
      scheduler,
      channels: options.channel === false ? null : channels,
      locks: options.locks === false ? null : locks,
      network,
      counter,
      version,
      options: optionsOf(unique),
      tasks: app => options.tasks(app).map(task => watched(task, unique)),
      delayMs: () => random.below(slowMs),
      mended: () => condition.mended(unique),
      landed: witness.landed,
      landedUsers: witness.landedUsers,
      signingOut(userId) {
        witness.signingOut(unique)
        const before = userOf(userId)
        return () => {
          if (userId !== undefined) witness.signedOut(unique, before, userOf(userId))
        }
      },
      onError: () => undefined,
    })
    lives.set(unique, life)
    condition.begun(unique)
    await steps.settleStep()
    return life.agent
  }

  const ways = createWorldLives({
    lives,
    scheduler,
    random,
    channels,
    locks,
    witness,
    condition,
    note: steps.note,
    monotonic: clock.monotonic,
    drain,
  })
  const { note: _note, settleStep: _settleStep, ...time } = steps
  const calls = createWorldCalls(steps, witness, name => backgrounds.get(name) ?? null)
  // By `assign`, as in the witness.
  const own: Omit<World, keyof typeof time | keyof typeof calls | keyof typeof ways> = {
    clock,
    random,
    memory,
    witness,
    spawn,
    setLoss(probability) {
      loss = probability
      condition.losing(loss > 0)
    },
    setReachable: network.setReachable,
    jumpClock(ms) {
      steps.note(`the wall clock jumps by ${ms} ms`)
      condition.jumped()
      clock.moveWall(ms)
    },
    sleep(ms) {
      steps.note(`the device sleeps for ${ms} ms`)
      // Timers are due afterwards: at once by a clock that went on, later by one that stood still.
      if (options.monotonic === 'goes-on') clock.advance(ms)
      else clock.moveWall(ms)
      condition.slept()
    },
    record,
    user: userOf,
    history: key => memory.databases.get('sim')?.history.get(key) ?? [],
  }
  return Object.assign(own, time, calls, ways)
}

/** The string form of a key, for `trigger`. */
export function keyOf(userId: string, scope: string): string {
  return encodeKey({ userId, scope })
}

function freshTask(): () => Promise<void> {
  const startTask = createTaskStarter()
  return () => new Promise(startTask)
}

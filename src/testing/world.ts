/** A simulated world: agents on one store, and one hand that decides what happens next. */
import { isExpired } from '../model/evidence.ts'
import type { Json } from '../model/json.ts'
import { encodeKey } from '../model/key.ts'
import type { HistoryRow, TaskRecord, UserRecord } from '../model/record.ts'
import type { LifeSignal } from '../port/environment.ts'
import { createTaskStarter } from '../platform/start-task.ts'
import type { RegistryOptions } from '../registry/options.ts'
import type { TaskRegistry, TriggerOptions } from '../registry/task-registry.ts'
import type { AnyTask } from '../run/task.ts'
import { createMemory, type Memory } from '../store/memory.ts'
import { createLocalChannels } from './local-channel.ts'
import { createLocalLocks } from './local-locks.ts'
import { createManualClock, type ManualClock } from './manual-clock.ts'
import type { SimTrigger } from './rules-trigger.ts'
import { createScheduler } from './scheduler.ts'
import { type SeededRandom, seededRandom } from './seeded-random.ts'
import { type AgentApp, createSimAgent, type SimAgent, type SimAgentLife } from './sim-agent.ts'
import { createSimNetwork, type SimServer } from './sim-network.ts'
import { SimViolation } from './sim-violation.ts'
import type { LandedWrite } from './sim-journal.ts'
import { watchStages } from './stage-watch.ts'
import type { StepCounter } from './step-counter.ts'
import { createWitness, type Witness } from './witness.ts'

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
  readonly registry?: Pick<RegistryOptions, 'lease' | 'accounts' | 'historyKept'>
  /** Resolves when all promise reactions have run. Default: one message to ourselves. */
  readonly drain?: () => Promise<void>
}

/** A world. Whatever changes it is a step, after which every promise is checked. */
export interface World {
  readonly clock: ManualClock
  readonly random: SeededRandom
  readonly memory: Memory
  readonly witness: Witness
  /** Starts an agent; `counter` numbers its steps. */
  spawn(name: string, counter?: StepCounter): Promise<SimAgent>
  /** All that were spawned, dead ones too. */
  agents(): readonly SimAgent[]
  /** It is gone: locks are free, what had not begun never happens, what landed stays. */
  kill(agent: SimAgent): void
  /** Nothing of it runs; it keeps its locks. */
  freeze(agent: SimAgent): void
  thaw(agent: SimAgent): void
  setVisible(agent: SimAgent, visible: boolean): void
  setOnline(agent: SimAgent, online: boolean): void
  signal(agent: SimAgent, signal: LifeSignal): void
  setLoss(probability: number): void
  setReachable(reachable: boolean): void
  /** Moves the wall clock alone. */
  jumpClock(ms: number): void
  /** `target`: the string form of a key, or a scope for the user that the agent signed in. */
  trigger(agent: SimAgent, target: string, options?: TriggerOptions<Json>): Promise<SimTrigger>
  /** Calls the registry of an agent as one step; what it answers may come in later ones. */
  act<Result>(
    agent: SimAgent,
    label: string,
    work: (registry: TaskRegistry) => Promise<Result> | Result,
  ): Promise<Asked<Result>>
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
  record(key: string): TaskRecord | null
  user(userId: string): UserRecord | null
  history(key: string): readonly HistoryRow[]
  /** How many steps there were. */
  steps(): number
  /** The last steps, readable. */
  trace(): string
}

/** What a call came to; both are empty while it is under way. */
export interface Asked<Result> {
  value: Result | undefined
  error: unknown
}

const traced = 80
const stepsAtMost = 20_000

/** Makes a world without agents. */
export function createWorld(options: WorldOptions): World {
  const { seed, drain = freshTask() } = options
  const random = seededRandom(seed, 'world')
  const clock = createManualClock()
  const memory = createMemory()
  const scheduler = createScheduler()
  const lives = new Map<string, SimAgentLife>()
  const trace: string[] = []
  const heard = new Set<string>()
  let steps = 0
  let lanes = 0
  let loss = options.loss ?? 0
  let jumped = false

  const channels = createLocalChannels((from, to, message, receive) => {
    const { type } = message as { readonly type?: string }
    if (random.chance(loss)) return
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
    if (lives.get(member)?.agent.state() === 'dead') return
    scheduler.add(`lock ${++lanes}`, {
      owner: member,
      label: `${member} gets ${label}`,
      run: answer,
    })
  })
  const network = createSimNetwork(
    scheduler,
    options.server ?? (() => ({ status: 404, body: null })),
  )
  const witness = createWitness({
    step: () => steps,
    monotonic: clock.monotonic,
    record,
    isPresent: lock => locks.holders(lock).some(name => lock.includes(`:presence:${name}.`)),
    clockJumped: () => jumped,
    evidenceOf,
  })

  function record(key: string): TaskRecord | null {
    return memory.databases.get('sim')?.records.get(key) ?? null
  }

  function evidenceOf({ before, by, now }: LandedWrite): string {
    const lease = before?.lease
    if (!lease) return 'none'
    if (lease.presence !== null && locks.holders(lease.presence).includes(by)) return 'presence'
    const owner = lease.agent.slice(0, lease.agent.lastIndexOf('.'))
    return isExpired(lease, now) && heard.has(`${by} ${owner}`) ? 'expired' : 'unchanged'
  }

  function note(label: string): void {
    steps++
    trace.push(`${steps} +${clock.monotonic()} ${label}`)
    if (trace.length > 2 * traced) trace.splice(0, traced)
  }

  async function settleStep(): Promise<void> {
    await drain()
    if (witness.broken.length > 0) throw new SimViolation(seed, witness.broken, text())
  }

  function text(): string {
    return trace.slice(-traced).join('\n')
  }

  function lifeOf(agent: SimAgent): SimAgentLife {
    const life = lives.get(agent.name)
    if (!life) throw new TypeError(`${agent.name} is not of this world`)
    return life
  }

  async function spawn(name: string, counter: StepCounter | null = null): Promise<SimAgent> {
    let unique = name
    for (let life = 2; lives.has(unique); life++) unique = `${name}${life}`
    note(`${unique} begins`)
    const life = createSimAgent({
      name: unique,
      seed: random.below(2 ** 31),
      memory,
      clock,
      scheduler,
      channels: options.channel === false ? null : channels,
      locks: options.locks === false ? null : locks,
      network,
      counter,
      options: options.registry ?? {},
      tasks: app => options.tasks(app).map(task => watchStages(task, unique, stageWitness)),
      landed(write) {
        witness.landed(write)
      },
      onError: () => undefined,
    })
    lives.set(unique, life)
    await settleStep()
    return life.agent
  }

  const isDead = (name: string): boolean => lives.get(name)?.agent.state() === 'dead'
  const stageWitness: Pick<Witness, 'entered' | 'wrote' | 'left'> = {
    entered: call => void (isDead(call.agent) || witness.entered(call)),
    wrote: (call, verb) => void (isDead(call.agent) || witness.wrote(call, verb)),
    left: witness.left,
  }

  async function happen(): Promise<boolean> {
    let event = scheduler.take(clock.monotonic(), random)
    if (!event) {
      const next = scheduler.nextTimerAt()
      if (next === null) return false
      clock.advance(Math.max(0, next - clock.monotonic()))
      event = scheduler.take(clock.monotonic(), random)
    }
    if (!event) return false
    note(event.label)
    event.run()
    await settleStep()
    return true
  }

  async function pass(ms: number): Promise<void> {
    // What the test itself resolved before comes first.
    await settleStep()
    const until = clock.monotonic() + ms
    for (let count = 0; ; count++) {
      if (count > stepsAtMost) throw new SimViolation(seed, ['time goes on'], text())
      const next = scheduler.nextTimerAt()
      const isDue = scheduler.waiting() > 0 || (next !== null && next <= clock.monotonic())
      if (!isDue && (next === null || next > until)) break
      if (!(await happen())) break
    }
    if (until > clock.monotonic()) clock.advance(until - clock.monotonic())
  }

  return {
    clock,
    random,
    memory,
    witness,
    spawn,
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
    setLoss(probability) {
      loss = probability
    },
    setReachable: network.setReachable,
    jumpClock(ms) {
      note(`the wall clock jumps by ${ms} ms`)
      jumped = true
      clock.moveWall(ms)
    },
    async trigger(agent, target, triggerOptions = {}) {
      note(`${agent.name} triggers ${target} (${triggerOptions.source ?? 'manual'})`)
      const address = agent.tasks.find(task => task.scope === target) ?? target
      const trigger: SimTrigger = {
        ordinal: witness.triggers.length + 1,
        agent: agent.name,
        key: target,
        options: triggerOptions,
        askedAt: steps,
        answer: null,
        outcome: null,
        error: null,
      }
      witness.triggered(trigger)
      agent.registry.trigger(address as string, triggerOptions).then(
        answer => {
          trigger.key = answer.view.key || target
          trigger.answer = answer
          witness.answered(trigger)
          void answer.done.then(outcome => {
            trigger.outcome = outcome
            witness.settled(trigger)
          })
        },
        (error: unknown) => {
          trigger.error = error
        },
      )
      await settleStep()
      return trigger
    },
    async act<Result>(
      agent: SimAgent,
      label: string,
      work: (registry: TaskRegistry) => Promise<Result> | Result,
    ) {
      note(`${agent.name} asks: ${label}`)
      const asked: Asked<Result> = { value: undefined, error: undefined }
      void callAsync<Result>(() => work(agent.registry)).then(
        value => {
          asked.value = value
        },
        (error: unknown) => {
          asked.error = error
        },
      )
      await settleStep()
      return asked
    },
    step: happen,
    settle: () => pass(0),
    pass,
    async until(what, condition) {
      for (let count = 0; !condition(); count++) {
        if (count > stepsAtMost || !(await happen()))
          throw new SimViolation(seed, [`it never came that ${what}`], text())
      }
    },
    isBusy: () => scheduler.waiting() > 0,
    record,
    user: userId => memory.databases.get('sim')?.users.get(userId) ?? null,
    history: key => memory.databases.get('sim')?.history.get(key) ?? [],
    steps: () => steps,
    trace: text,
  }
}

/** The string form of a key, for `trigger`. */
export function keyOf(userId: string, scope: string): string {
  return encodeKey({ userId, scope })
}

/** What `work` throws at once is rejected, too. */
async function callAsync<Result>(work: () => Promise<Result> | Result): Promise<Result> {
  return work()
}

function freshTask(): () => Promise<void> {
  const startTask = createTaskStarter()
  return () => new Promise(startTask)
}

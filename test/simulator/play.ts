/** Plays a planned history in a world, heals the world, and looks at what is left. */
import { createWorld, type SimAgent, SimViolation, type SimTrigger, type World } from 'leasehold/testing'
import { every, foreground, online } from 'leasehold/triggers'
import { isCurrent } from '../../src/model/epoch.ts'
import type { TaskRecord } from '../../src/model/record.ts'
import type { Action, Plan } from './actions.ts'
import { drain } from './drain.ts'
import { courseSync, createSyncWorld, messageSync, reportSync, type SyncWorld } from './sync-app.ts'

/** What was seen in a history that broke nothing. */
export interface Played {
  readonly counts: ReadonlyMap<string, number>
  readonly steps: number
}

interface Stage {
  readonly world: World
  readonly sync: SyncWorld
  readonly plan: Plan
  readonly did: Map<string, number>
  /** Agents on which nothing starts any more. */
  readonly ended: Set<SimAgent>
  /** Edits that were in the outbox when a trigger that may bring something was asked. */
  readonly brought: Map<SimTrigger, readonly string[]>
}

/** Plays it; throws a `SimViolation` when a promise breaks. */
export async function play(plan: Plan): Promise<Played> {
  const sync = createSyncWorld()
  const world = createWorld({
    seed: plan.seed,
    server: sync.server,
    drain,
    channel: plan.channel,
    locks: plan.locks,
    registry: { accounts: plan.accounts },
    tasks: app => [
      courseSync(sync, app, plan.armed ? [foreground(), online(), every(15 * 60_000)] : [], {
        retry: { attempts: 4, baseMs: 1_000, capMs: 60_000 },
      }),
      plan.second === 'message_sync'
        ? messageSync(sync, app, plan.armed ? [every(60 * 60_000, { missed: 'all' })] : [])
        : reportSync(app),
    ],
  })
  const stage: Stage = { world, sync, plan, did: new Map(), ended: new Set(), brought: new Map() }
  for (const name of ['a', 'b', 'c']) await enter(stage, name)
  if (world.random.chance(0.5)) await world.settle()
  for (const { after, action } of plan.actions) {
    for (let count = 0; count < after; count++) {
      if (world.random.chance(0.3)) world.clock.advance(1)
      await world.step()
    }
    await act(stage, action)
    checkBrought(stage)
  }
  await heal(stage)
  await checkQuiet(stage)
  return { counts: new Map([...world.witness.counts, ...stage.did]), steps: world.steps() }
}

async function enter({ world }: Stage, name: string): Promise<void> {
  const agent = await world.spawn(name)
  await world.act(agent, 'sign in u1', registry => registry.signIn('u1'))
}

function awake({ world, ended }: Stage): readonly SimAgent[] {
  return world.agents().filter(agent => agent.state() === 'live' && !ended.has(agent))
}

async function act(stage: Stage, action: Action): Promise<void> {
  const { world, sync, did } = stage
  const there = world.agents().filter(agent => agent.state() !== 'dead')
  const live = awake(stage)
  did.set(`action ${action.kind}`, 1)
  switch (action.kind) {
    case 'edit':
      sync.addEdit(action.user)
      return
    case 'spawn':
      if (there.length < 5) await enter(stage, 'abc'.charAt(world.random.below(3)))
      return
    case 'trouble':
      sync.trouble = action.trouble
      did.set(`trouble ${action.trouble}`, 1)
      return
    case 'gate':
      sync.isOpen = action.open
      return
    case 'portal':
      return world.setReachable(action.reachable)
    case 'rows':
      sync.rows += action.added
      return
    case 'loss':
      return world.setLoss(action.part)
    case 'pass':
      return world.pass(action.ms)
    case 'thaw': {
      const frozen = there.filter(agent => agent.state() === 'frozen')
      const agent = frozen[action.agent % frozen.length]
      if (agent) world.thaw(agent)
      return
    }
    default: {
      const agent = (action.kind === 'kill' && action.owner && ownerOf(stage)) || live[action.agent % live.length]
      if (agent) await actBy(stage, agent, action)
    }
  }
}

function ownerOf({ world }: Stage): SimAgent | undefined {
  const lease = world.record('u1|course_sync')?.lease
  return world.agents().find(agent => agent.state() !== 'dead' && lease?.agent === `${agent.name}.1`)
}

type ByAgent = Exclude<
  Action,
  { readonly kind: 'edit' | 'spawn' | 'trouble' | 'gate' | 'portal' | 'rows' | 'loss' | 'pass' | 'thaw' }
>

async function actBy(stage: Stage, agent: SimAgent, action: ByAgent): Promise<void> {
  const { world, sync } = stage
  switch (action.kind) {
    case 'trigger': {
      if (action.edit) sync.addEdit('u1')
      const pending = sync.pendingOf('u1').map(edit => edit.id)
      const trigger = await world.trigger(agent, action.target, action.options)
      if (action.options.brings !== 'nothing' && action.options.whenRunning !== 'join') stage.brought.set(trigger, pending)
      return
    }
    case 'cancel': {
      const runId = action.named ? world.record('u1|course_sync')?.run?.runId : undefined
      await world.act(agent, `cancel ${action.target}`, registry =>
        registry.cancel(addressOf(agent, action.target), runId === undefined ? {} : { runId }),
      )
      return
    }
    case 'pause':
    case 'resume':
    case 'reset':
      await world.act(agent, `${action.kind} ${action.target}`, registry =>
        registry[action.kind](addressOf(agent, action.target)),
      )
      return
    case 'kill':
      return world.kill(agent)
    case 'stop':
      stage.ended.add(agent)
      await world.act(agent, 'stop', registry => registry.stop())
      return
    case 'close':
      stage.ended.add(agent)
      await world.act(agent, 'close', registry => registry.close({ force: true }))
      return
    case 'freeze':
      return world.freeze(agent)
    case 'hide':
    case 'show':
      return world.setVisible(agent, action.kind === 'show')
    case 'go offline':
    case 'go online':
      return world.setOnline(agent, action.kind === 'go online')
    case 'signal':
      return world.signal(agent, action.signal)
    case 'sign in':
      await world.act(agent, `sign in ${action.user}`, registry =>
        registry.signIn(action.user, { fresh: action.fresh }),
      )
      return
    case 'sign out':
      await world.act(agent, 'sign out', registry => registry.signOut())
      return
  }
}

function addressOf(agent: SimAgent, target: string): string {
  return (agent.tasks.find(task => task.scope === target) ?? target) as string
}

/** What a trigger announced is on the server when its run is said to have succeeded. */
function checkBrought({ sync, brought, plan, world }: Stage): void {
  for (const [trigger, edits] of brought) {
    const { outcome, answer, key } = trigger
    if (!outcome) continue
    brought.delete(trigger)
    const isOwn = key === 'u1|course_sync' && outcome.status === 'succeeded'
    if (!isOwn || (answer?.followUp && answer.decision !== 'buffered')) continue
    const missing = edits.filter(edit => !sync.applied.has(edit))
    if (missing.length > 0) {
      const promise = `trigger ${trigger.ordinal} was told of success, but ${missing.join(', ')} was not pushed`
      throw new SimViolation(plan.seed, [promise], world.trace())
    }
  }
}

/** The world becomes a good one: everybody awake and online, the server well, nothing paused. */
async function heal(stage: Stage): Promise<void> {
  const { world, sync, plan } = stage
  sync.trouble = 'none'
  sync.isOpen = true
  world.setReachable(true)
  world.setLoss(0)
  for (const agent of world.agents()) {
    if (agent.state() === 'frozen' && world.random.chance(0.5)) world.thaw(agent)
    else if (agent.state() === 'frozen') world.kill(agent)
  }
  if (awake(stage).length === 0) await enter(stage, 'd')
  for (const agent of awake(stage)) {
    world.setOnline(agent, true)
    world.setVisible(agent, true)
  }
  const [first] = awake(stage)
  if (!first) throw new TypeError('somebody is awake')
  // Somebody looks at the page: what was said to nobody is read again. Who missed messages, too.
  const mayHaveMissed = !plan.channel || plan.actions.some(({ action }) => action.kind === 'loss')
  for (const agent of mayHaveMissed ? awake(stage) : [first]) world.signal(agent, 'visible')
  await world.settle()
  await world.act(first, 'sign in u1', registry => registry.signIn('u1', { fresh: true }))
  await world.settle()
  for (const task of first.tasks) {
    const key = `u1|${task.scope}`
    if (world.record(key)?.paused)
      await world.act(first, `resume ${key}`, registry => registry.resume(key))
  }
  await calm(stage)
  const trigger = await world.trigger(first, 'u1|course_sync', { source: 'manual' })
  await calm(stage)
  if (trigger.outcome?.status !== 'succeeded') {
    const told = JSON.stringify(trigger.outcome ?? trigger.answer?.decision ?? 'nothing')
    throw new SimViolation(plan.seed, [`the last sync succeeds (it came to ${told})`], world.trace())
  }
}

/** The longest time that anything may take to come to its end: a retry's cap, and some minutes. */
const calmAtMostMs = 20 * 60_000

/** Time passes until nothing is under way any more. */
async function calm({ world, plan }: Stage): Promise<void> {
  const until = world.clock.monotonic() + calmAtMostMs
  while (unfinished(world).length > 0 || world.isBusy()) {
    if (world.clock.monotonic() > until) {
      const left = unfinished(world).map(record => JSON.stringify({ key: record.key, lease: record.lease, run: record.run, deferred: record.deferred }))
      throw new SimViolation(plan.seed, [`from quiescence nothing stays under way: ${left.join()}`], world.trace())
    }
    if (!(await world.step())) break
  }
  // Locks that are kept warm, and equals that are counted together, end within a second.
  await world.pass(2_000)
}

function unfinished(world: World): readonly TaskRecord[] {
  const records = [...(world.memory.databases.get('sim')?.records.values() ?? [])]
  return records.filter(
    ({ userId, epoch, lease, run, deferred }) =>
      isCurrent({ epoch }, world.user(userId)) && (lease !== null || deferred !== null || (run !== null && run.wait?.reason !== 'auth')),
  )
}

async function checkQuiet(stage: Stage): Promise<void> {
  const { world, sync, plan } = stage
  checkBrought(stage)
  const broken = [...world.witness.quiet(name => world.agents().some(agent => agent.name === name && agent.state() === 'live'))]
  for (const record of world.memory.databases.get('sim')?.records.values() ?? []) {
    const { key, lease, run, buffered } = record
    // What belongs to an older sign-in is signed out, whether or not that is written down.
    if (!isCurrent(record, world.user(record.userId))) continue
    if (lease) broken.push(`from quiescence no run is held (${key})`)
    else if (run && !run.wait) broken.push(`an unfinished run waits with a reason (${key})`)
    if (buffered && !run) broken.push(`nothing is buffered without a run (${key})`)
  }
  for (const edit of sync.pendingOf('u1')) broken.push(`no edit is lost (${edit.id})`)
  for (const [edit, times] of sync.applied) if (times > 1) broken.push(`no edit is applied twice (${edit})`)
  if (!plan.armed && plan.channel && unfinished(world).length === 0) {
    // Who missed a message looks when the lease that it knows of is over.
    await world.pass(160_000)
    for (const agent of awake(stage))
      if (agent.timers() > 0) broken.push(`an idle agent has no timer (${agent.name} has ${agent.timers()})`)
  }
  if (broken.length > 0) throw new SimViolation(plan.seed, broken, world.trace())
}

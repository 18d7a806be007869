/** How a world is healed, and how long it may take to come to rest. */
import { type SimAgent, SimViolation, type World } from 'leasehold/testing'
import { isCurrent } from '../../src/model/epoch.ts'
import type { TaskRecord } from '../../src/model/record.ts'
import type { Action } from './actions.ts'
import { yearMs } from './draw.ts'
import { awakePages, enter, newestVersion, type Stage } from './stage.ts'

/** What may end or delay somebody in the middle of something. */
const endings: readonly Action['kind'][] = [
  'kill',
  'close',
  'stop',
  'freeze',
  'clock',
  'cache',
  'leave',
  'sleep',
]

/** The world becomes a good one: everybody awake and online, the server well, nothing paused. */
export async function heal(stage: Stage): Promise<void> {
  const { world, sync, plan } = stage
  sync.trouble = 'none'
  sync.isOpen = true
  sync.workerPageMs = 0
  world.setReachable(true)
  world.setLoss(0)
  // A clock that is a year off is corrected; one that is hours off stays.
  if (Math.abs(stage.wall.aheadMs) > yearMs / 2) world.jumpClock(-stage.wall.aheadMs)
  for (const agent of world.agents()) {
    const state = agent.state()
    if (state !== 'frozen' && state !== 'cached') continue
    if (world.random.chance(0.5)) world.kill(agent)
    else if (state === 'frozen') world.thaw(agent)
    else world.restore(agent)
  }
  // What a newer version of the app left, only that one goes on with.
  if (awakePages(stage)[0]?.app.version !== newestVersion) await enter(stage, 'd', newestVersion)
  for (const agent of live(world)) world.setOnline(agent, true)
  const pages = live(world).filter(agent => agent.kind !== 'service-worker')
  for (const agent of pages) world.setVisible(agent, true)
  const did = new Set(stage.done.map(action => action.kind))
  const wasUnwell = stage.done.some(breaksStore)
  if (wasUnwell) for (const agent of world.agents()) world.breakStore(agent, null)
  const [first] = awakePages(stage)
  if (!first) throw new TypeError('somebody is awake')
  // Somebody looks at the page: what was said to nobody is read again. Who missed messages, too.
  const mayHaveMissed = did.has('store') || did.has('loss') || !plan.channel
  if (mayHaveMissed) for (const agent of pages) world.signal(agent, 'visible')
  else if (endings.some(kind => did.has(kind))) world.signal(first, 'visible')
  await world.settle()
  // A sign-out that the store refused is tried again: who signs in afterwards stays.
  if (wasUnwell) await world.pass(2_000)
  // So are triggers, also by who was stopped since and leaves them to others; without a channel it tells nobody.
  if (wasUnwell && !plan.channel) for (const agent of pages) world.signal(agent, 'visible')
  if (stage.done.some(needsSignIn)) {
    await world.act(first, 'sign in u1', registry => registry.signIn('u1', { fresh: true }))
    await world.settle()
    // Whoever else is in may wait for a sign-in, too.
    for (const { userId, signedIn } of world.memory.databases.get('sim')?.users.values() ?? []) {
      if (signedIn && userId !== 'u1')
        await world.act(first, `sign in ${userId}`, registry =>
          registry.signIn(userId, { fresh: true }),
        )
    }
  }
  for (const { key, paused } of world.memory.databases.get('sim')?.records.values() ?? []) {
    if (paused) await world.act(first, `resume ${key}`, registry => registry.resume(key))
  }
  await calm(stage)
  if (!plan.endsWithSync) return
  const trigger = await world.trigger(first, 'u1|course_sync', { source: 'manual' })
  await calm(stage)
  // Where there was no place for it, it ran as soon as there was: nothing is deferred any more.
  if (trigger.outcome?.status !== 'succeeded' && trigger.answer?.reason !== 'capacity') {
    const told = JSON.stringify(trigger.outcome ?? trigger.answer?.decision ?? 'nothing')
    throw new SimViolation(
      plan.seed,
      [`the last sync succeeds (it came to ${told})`],
      world.trace(),
    )
  }
}

/** Stopped ones, too: whoever asked them for something waits for it. */
function live(world: World): readonly SimAgent[] {
  return world.agents().filter(agent => agent.state() === 'live')
}

function breaksStore(action: Action): boolean {
  return action.kind === 'store' || (action.kind === 'worker' && action.does === 'store')
}

function needsSignIn(action: Action): boolean {
  const { kind } = action
  return (
    kind === 'sign in' ||
    kind === 'sign out' ||
    kind === 'switch' ||
    kind === 'store' ||
    (kind === 'trouble' && action.trouble === 401)
  )
}

/** The longest time that anything may take to come to its end: a retry's cap, and some minutes. */
const calmAtMostMs = 20 * 60_000
/** The lease of a hidden owner, and the silence of one more, ms. */
const longestLeaseMs = 310_000

/** Time passes until nothing is under way any more. */
async function calm({ world, plan, done }: Stage): Promise<void> {
  // What was dated before the clock was set back by an hour is due an hour later.
  const isSetBack = done.some(action => action.kind === 'clock' && action.ms < 0)
  const until = world.clock.monotonic() + calmAtMostMs + (isSetBack ? 60 * 60_000 : 0)
  while (unfinished(world).length > 0 || world.isBusy()) {
    // Where nothing happens any more, what is left stays for ever.
    if (world.clock.monotonic() > until || !(await world.step())) {
      const left = unfinished(world).map(record =>
        JSON.stringify({
          key: record.key,
          lease: record.lease,
          run: record.run,
          deferred: record.deferred,
        }),
      )
      throw new SimViolation(
        plan.seed,
        [`from quiescence nothing stays under way: ${left.join()}`],
        world.trace(),
      )
    }
  }
  // What died with its sender is found by whoever waits for it, when the lease that it knows expires.
  const told = world.clock.monotonic() + longestLeaseMs
  while (world.clock.monotonic() < told && isAwaited(world)) {
    if (!(await world.step())) break
  }
  // Locks that are kept warm, and equals that are counted together, end within a second.
  await world.pass(2_000)
}

/** Whether somebody who is there waits for the outcome of a trigger. */
function isAwaited(world: World): boolean {
  const names = new Set(live(world).map(agent => agent.name))
  return world.witness.triggers.some(
    ({ agent, answer, error, outcome }) => names.has(agent) && answer && !error && !outcome,
  )
}

/** What is under way, or will go on by itself. */
export function unfinished(world: World): readonly TaskRecord[] {
  const records = [...(world.memory.databases.get('sim')?.records.values() ?? [])]
  return records.filter(
    ({ userId, epoch, lease, run, deferred }) =>
      isCurrent({ epoch }, world.user(userId)) &&
      (lease !== null || deferred !== null || (run !== null && run.wait?.reason !== 'auth')),
  )
}

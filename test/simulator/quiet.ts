/** What must hold of the app, its server and its records, however a history went. */
import { SimViolation } from 'leasehold/testing'
import { isCurrent } from '../../src/model/epoch.ts'
import { unfinished } from './heal.ts'
import { awake, type Stage } from './stage.ts'

/** What a trigger announced is on the server when its run is said to have succeeded. */
export function checkBrought({ sync, brought, plan, world }: Stage): void {
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

/** What must hold once nothing is under way. */
export async function checkQuiet(stage: Stage): Promise<void> {
  const { world, sync, plan } = stage
  checkBrought(stage)
  const broken = [
    ...world.witness.quiet(name =>
      world.agents().some(agent => agent.name === name && agent.state() === 'live'),
    ),
  ]
  for (const record of world.memory.databases.get('sim')?.records.values() ?? []) {
    const { key, lease, run, buffered } = record
    // What belongs to an older sign-in is signed out, whether or not that is written down.
    if (!isCurrent(record, world.user(record.userId))) continue
    if (lease) broken.push(`from quiescence no run is held (${key})`)
    else if (run && !run.wait) broken.push(`an unfinished run waits with a reason (${key})`)
    if (buffered && !run) broken.push(`nothing is buffered without a run (${key})`)
  }
  if (plan.endsWithSync)
    for (const edit of sync.pendingOf('u1')) broken.push(`no edit is lost (${edit.id})`)
  for (const [edit, times] of sync.applied)
    if (times > 1) broken.push(`no edit is applied twice (${edit})`)
  if (!plan.armed && plan.channel && unfinished(world).length === 0)
    broken.push(...(await idle(stage)))
  broken.push(...toldOf(stage))
  if (broken.length > 0) throw new SimViolation(plan.seed, broken, world.trace())
}

/** Who has nothing to wait for does nothing at all. */
async function idle(stage: Stage): Promise<readonly string[]> {
  const { world } = stage
  // Who missed a message looks when the lease that it knows of is over.
  await world.pass(160_000)
  const agents = awake(stage)
  const before = agents.map(agent => agent.operations())
  await world.pass(60_000)
  return agents.flatMap((agent, index) => {
    const operations = agent.operations() - (before[index] ?? 0)
    return [
      ...(agent.timers() > 0
        ? [`an idle agent has no timer (${agent.name} has ${agent.timers()})`]
        : []),
      ...(operations > 0
        ? [`an idle agent leaves the store alone (${agent.name}: ${operations})`]
        : []),
    ]
  })
}

/** The app hears once of each run that ended, from the agent whose settle landed. */
function toldOf({ world, sync, ended }: Stage): readonly string[] {
  const isThere = (agent: string): boolean =>
    world
      .agents()
      .some(each => agent === `${each.name}.1` && each.state() === 'live' && !ended.has(each))
  return world.witness.rows.flatMap(row => {
    const times = sync.told.get(row.runId) ?? 0
    const isSettled =
      row.status === 'succeeded' || row.cause === 'fatal' || row.cause === 'exhausted'
    const isDue = row.key.endsWith('|course_sync') && isSettled && isThere(row.agent)
    return times > 1 || (isDue && times === 0)
      ? [`the app hears once of each run that ended (${row.runId}: ${times})`]
      : []
  })
}

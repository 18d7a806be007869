/** A pull-and-push run, killed before and after each of its numbered steps; another agent finishes it. */
import { createStepCounter, type SimAgent, type Step } from 'leasehold/testing'
import { expect, test } from 'vitest'
import { courses, runsOf, setScene } from './support.ts'
import { courseSync, createSyncWorld } from './sync-app.ts'

interface Kill {
  readonly at: number
  readonly when: 'before' | 'after'
}

const day = 24 * 60 * 60_000

/** Rides one run of `a`; whatever happens to `a`, `b` has to bring it to its end. */
async function ride(
  kill: Kill | null,
  isThere: boolean,
): Promise<{ readonly steps: readonly Step[] }> {
  const sync = createSyncWorld()
  const about = JSON.stringify({ kill, isThere })
  const repeated: number[] = []
  let a: SimAgent | null = null
  let finishedAtDeath: { readonly runId: string; readonly calls: number } | null = null

  function stop(step: Step, when: Kill['when']): void {
    if (!a || step.ordinal !== kill?.at || kill.when !== when) return
    scene.world.kill(a)
    const run = scene.world.record(courses)?.run
    if (run?.checkpoint.finished.length === 2)
      finishedAtDeath = { runId: run.runId, calls: scene.world.witness.calls.length }
  }
  const counter = createStepCounter({
    before: step => stop(step, 'before'),
    after: step => stop(step, 'after'),
  })
  const scene = setScene({
    seed: 5,
    tasks: app => [courseSync(sync, app)],
    server(request) {
      const { cursor } = request.body as { readonly cursor?: number }
      const committed = (scene.world.record(courses)?.bookmarks['pulling']?.cursor ?? 0) as number
      if (cursor !== undefined && cursor < committed) repeated.push(cursor)
      return sync.server(request)
    },
  })
  const { world, open } = scene
  sync.rows = 5
  let b = isThere ? await open('b') : null
  a = await open('a', counter)
  const first = [sync.addEdit('u1'), sync.addEdit('u1')]
  if (a.state() === 'live') await world.trigger(a, courses)
  await world.pass(5_000)
  b ??= await open('b')
  world.signal(b, 'visible')
  await world.pass(200_000)
  // Killed before its trigger was stored, nobody knows of it: the user presses again.
  if (sync.pendingOf('u1').length > 0) await world.trigger(b, courses)
  await world.pass(5_000)

  expect(repeated, `${about}: no committed page is pulled again`).toEqual([])
  expect(
    first.map(edit => sync.applied.get(edit.id)),
    `${about}: each edit is applied once\n${world.trace()}`,
  ).toEqual([1, 1])
  expect(sync.outbox, `${about}: the outbox is empty`).toEqual([])
  expect(world.record(courses)?.lease, `${about}: nobody holds the key`).toBeNull()
  const { runId, calls } = finishedAtDeath ?? { runId: '', calls: 0 }
  const later = world.witness.calls.slice(calls).filter(call => call.runId === runId)
  expect(later, `${about}: after the last commit no stage is called again`).toEqual([])

  await world.pass(day)
  sync.rows += 2
  const edit = sync.addEdit('u1')
  const log = sync.log.length
  const today = await world.trigger(b, courses, { source: 'schedule', brings: 'nothing' })
  await world.pass(5_000)
  expect(today.answer?.decision, `${about}: yesterday's success skips nothing`).toBe('started')
  expect(sync.log[log], `${about}: the second sync starts at the bookmark`).toMatchObject({
    path: '/pull',
    cursor: 5,
  })
  expect(sync.applied.get(edit.id)).toBe(1)
  expect(runsOf(world).at(-1)?.status).toBe('succeeded')
  return { steps: counter.steps }
}

for (const isThere of [true, false]) {
  const other = isThere ? 'an agent that was there' : 'an agent that comes later'
  test(`C20 C21 C22 C25d killed before and after each step, ${other} repeats and loses nothing`, async () => {
    const { steps } = await ride(null, isThere)
    const names = new Set(steps.map(step => step.name))
    expect([...names]).toEqual(expect.arrayContaining(['transact', '/pull', '/push']))
    expect(steps.length).toBeGreaterThan(20)
    for (const { ordinal } of steps) {
      await ride({ at: ordinal, when: 'before' }, isThere)
      await ride({ at: ordinal, when: 'after' }, isThere)
    }
  })
}

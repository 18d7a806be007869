import { describe, expect, test } from 'vitest'
import { defineTask, LeaseLost, type TaskRun, type TaskView } from '../../src/index.ts'
import { createMemory, type Memory, memoryStore } from '../../src/store/memory.ts'
import { createManualClock, type TestRegistry } from '../../src/testing/index.ts'
import { buildTimed, rejectionOf } from './build.ts'
import { createGate, faultyStore } from './faulty-store.ts'

const idle = defineTask({ scope: 'sync', minIntervalMs: 0, run: () => undefined })

/** Everything that is stored, as text. */
function textOf(memory: Memory): string {
  const [database] = memory.databases.values()
  if (!database) return ''
  return JSON.stringify([[...database.records], [...database.users], [...database.history]])
}

function viewsOf({ registry }: TestRegistry, userId = 'ada'): TaskView[] {
  const views: TaskView[] = []
  registry.watch({ userId, scope: 'sync' }).subscribe({
    next: view => views.push(view),
    complete: () => views.push({ ...views.at(-1), detail: 'completed' } as TaskView),
  })
  return views
}

/** Runs until it is aborted, then commits all the same. */
function stubborn() {
  const begun = createGate()
  const refused: unknown[] = []
  const task = defineTask({
    scope: 'sync',
    minIntervalMs: 0,
    async run(run: TaskRun<null, null, null>) {
      begun.open()
      await new Promise<void>(resolve => {
        run.signal.addEventListener('abort', () => resolve())
      })
      refused.push(await rejectionOf(run.commit(null)))
    },
  })
  return { task, begun, refused }
}

describe('a user who is forgotten', () => {
  test('leaves nothing in the store, and starts from nothing with higher fences on coming back', async () => {
    const memory = createMemory()
    const tab = buildTimed({ tasks: [idle], store: memoryStore(memory) })
    const other = tab.another()
    const { registry, advance } = tab
    await registry.signIn('ada')
    const views = viewsOf(other)
    await (await registry.trigger(idle)).done
    await advance(0)
    expect(views.at(-1)).toMatchObject({ status: 'idle', last: { status: 'succeeded' } })
    const { fence } = (await registry.history(idle)).runs[0] ?? { fence: 0 }
    await registry.signOut({ forget: true })
    expect(textOf(memory)).not.toContain('ada')
    await advance(0)
    expect(views.at(-1)).toMatchObject({ status: 'signed-out', last: null, detail: 'completed' })

    // The clock is set back: the floor alone keeps fences and versions above the old ones.
    tab.clock.moveWall(-86_400_000)
    await registry.signIn('ada')
    await other.registry.signIn('ada')
    for (const { snapshot, history } of [registry, other.registry]) {
      expect(snapshot(idle)).toMatchObject({ status: 'idle', last: null, lastSuccessAt: null })
      expect(await history(idle)).toMatchObject({ runs: [], recent: [] })
    }
    await advance(100)
    const again = await other.registry.trigger(idle)
    expect(await again.done).toMatchObject({ status: 'succeeded' })
    await advance(0)
    expect((await registry.history(idle)).runs[0]?.fence).toBeGreaterThan(fence)
    expect(registry.snapshot(idle)).toMatchObject({ last: { runId: again.runId } })
  })

  test('C30 a run of theirs stops in every tab, and writes nothing any more', async () => {
    const memory = createMemory()
    const { task, begun, refused } = stubborn()
    const owner = buildTimed({ tasks: [task], store: memoryStore(memory) })
    const other = owner.another()
    await owner.registry.signIn('ada')
    await other.registry.signIn('ada')
    const { done } = await owner.registry.trigger(task)
    await begun.opened
    await other.registry.signOut({ forget: true })
    await owner.advance(0)
    expect(refused).toMatchObject([{ reason: 'signed-out' }])
    expect(await done).toMatchObject({ status: 'signed-out' })
    await owner.advance(120_000)
    expect(textOf(memory)).not.toContain('ada')
    expect(await owner.registry.trigger(task)).toMatchObject({ decision: 'rejected' })
  })

  test('C30 a tab that was frozen meanwhile writes nothing on waking up, also when they came back', async () => {
    const memory = createMemory()
    const frozenClock = createManualClock()
    const gate = createGate()
    const refused: unknown[] = []
    const task = defineTask({
      scope: 'sync',
      minIntervalMs: 0,
      async run(run) {
        if (run.fence > firstFence && firstFence > 0) return
        firstFence = run.fence
        await gate.opened
        refused.push(await rejectionOf(run.commit(null)))
      },
    })
    let firstFence = 0
    const tab = buildTimed({ tasks: [task], store: memoryStore(memory) })
    // It hears nothing and its clock stands still.
    const frozen = tab.another({ clock: frozenClock, channel: () => null })
    await frozen.registry.signIn('ada')
    await frozen.registry.trigger(task)
    await frozen.advance(0)
    await tab.registry.signIn('ada')
    await tab.registry.signOut({ forget: true })
    await tab.registry.signIn('ada')
    const came = await tab.registry.trigger(task)
    expect(await came.done).toMatchObject({ status: 'succeeded' })
    const before = textOf(memory)
    gate.open()
    await tab.advance(0)
    expect(refused).toEqual([expect.any(LeaseLost)])
    expect(textOf(memory)).toBe(before)
    expect((await tab.registry.history(task)).runs[0]?.fence).toBeGreaterThan(firstFence)
  })

  test('C31 whoever signs in next in any tab works at once', async () => {
    const tab = buildTimed({ tasks: [idle] })
    const other = tab.another()
    await tab.registry.signIn('ada')
    await (await tab.registry.trigger(idle)).done
    await tab.registry.signOut({ forget: true })
    await other.registry.signIn('bob')
    expect(await (await other.registry.trigger(idle)).done).toMatchObject({ status: 'succeeded' })
  })

  test('C32 it works when nothing ever ran, when they signed out before, and by name', async () => {
    const memory = createMemory()
    const tab = buildTimed({ tasks: [idle], store: memoryStore(memory) })
    const { registry } = tab
    await registry.signOut({ userId: 'ada', forget: true })
    await registry.signIn('ada')
    await registry.signOut()
    expect(textOf(memory)).toContain('ada')
    await registry.signOut({ userId: 'ada', forget: true })
    expect(textOf(memory)).not.toContain('ada')
  })

  test('C33 nobody else loses anything, and nobody sees what was theirs', async () => {
    const memory = createMemory()
    const tab = buildTimed({ tasks: [idle], store: memoryStore(memory), accounts: 'many' })
    const { registry, advance } = tab
    await registry.signIn('ada')
    await registry.signIn('ad')
    for (const userId of ['ada', 'ad']) await (await registry.trigger(idle, { userId })).done
    await advance(0)
    const views = viewsOf(tab, 'ad')
    await registry.signOut({ userId: 'ada', forget: true })
    await advance(0)
    expect(views).toHaveLength(1)
    expect((await registry.history(idle, { userId: 'ad' })).runs).toHaveLength(1)
    expect(registry.snapshot(idle, { userId: 'ada' })).toMatchObject({ last: null })
  })

  test('a tab that missed it finds out when it reads again', async () => {
    const tab = buildTimed({ tasks: [idle] })
    const deaf = tab.another({ channel: () => null })
    await tab.registry.signIn('ada')
    await deaf.registry.signIn('ada')
    await (await deaf.registry.trigger(idle)).done
    await tab.registry.signOut({ forget: true })
    expect(deaf.registry.snapshot(idle)).toMatchObject({ last: { status: 'succeeded' } })
    deaf.environment.emit('visible')
    await deaf.advance(0)
    expect(deaf.registry.snapshot(idle)).toMatchObject({ status: 'signed-out', last: null })
    await tab.registry.signIn('ada')
    deaf.environment.emit('visible')
    await deaf.advance(0)
    const view = deaf.registry.snapshot({ userId: 'ada', scope: 'sync' })
    expect(view).toMatchObject({ status: 'idle', last: null })
  })

  test('a tab that missed that they left and came back shows nothing of what was', async () => {
    const tab = buildTimed({ tasks: [idle] })
    const deaf = tab.another({ channel: () => null })
    await tab.registry.signIn('ada')
    await deaf.registry.signIn('ada')
    await (await deaf.registry.trigger(idle)).done
    await tab.registry.signOut({ forget: true })
    await tab.registry.signIn('ada')
    deaf.environment.emit('visible')
    await deaf.advance(0)
    const view = deaf.registry.snapshot({ userId: 'ada', scope: 'sync' })
    expect(view).toMatchObject({ status: 'idle', last: null })
    expect(await deaf.registry.trigger(idle)).toMatchObject({ reason: 'signed-out' })
  })

  test('a tab that missed it believes what is new, though its old record had counted further', async () => {
    const tab = buildTimed({ tasks: [idle] })
    const deaf = tab.another({ channel: () => null })
    await tab.registry.signIn('ada')
    await deaf.registry.signIn('ada')
    for (let runs = 0; runs < 5; runs++) {
      await (await deaf.registry.trigger(idle)).done
      await deaf.advance(100)
    }
    await tab.registry.signOut({ forget: true })
    await tab.registry.signIn('ada')
    const { runId, done } = await tab.registry.trigger(idle)
    await done
    deaf.environment.emit('visible')
    await deaf.advance(0)
    const view = deaf.registry.snapshot({ userId: 'ada', scope: 'sync' })
    expect(view).toMatchObject({ status: 'idle', last: { runId } })
  })

  test('a tab that missed it learns it from whatever it asks the store', async () => {
    const tab = buildTimed({ tasks: [idle] })
    const deaf = tab.another({ channel: () => null })
    await tab.registry.signIn('ada')
    await deaf.registry.signIn('ada')
    await tab.registry.signOut({ forget: true })
    expect(await deaf.registry.trigger(idle)).toMatchObject({ reason: 'signed-out' })
    expect(deaf.registry.snapshot(idle)).toMatchObject({ status: 'signed-out' })
  })

  test('a store that does not take it stops this page at once, and is asked until it does', async () => {
    const memory = createMemory()
    let broken = false
    const store = faultyStore(
      operation => (broken && operation === 'forget' ? 'fail' : null),
      memory,
    )
    const { task, begun, refused } = stubborn()
    const { registry, advance } = buildTimed({ tasks: [task], store })
    await registry.signIn('ada')
    await registry.trigger(task)
    await begun.opened
    broken = true
    const left = rejectionOf(registry.signOut({ forget: true }))
    await advance(5_000)
    expect(await left).toMatchObject({ code: 'store-unavailable' })
    expect(refused).toMatchObject([{ reason: 'signed-out' }])
    expect(textOf(memory)).toContain('ada')
    broken = false
    await advance(60_000)
    expect(textOf(memory)).not.toContain('ada')
  })

  test('an answer that was lost is not asked for twice: who came back meanwhile stays', async () => {
    const memory = createMemory()
    let lies = 0
    const store = faultyStore(
      operation => (operation === 'forget' && lies-- > 0 ? 'lie' : null),
      memory,
    )
    const tab = buildTimed({ tasks: [idle], store })
    const other = tab.another()
    await tab.registry.signIn('ada')
    lies = 1
    const left = tab.registry.signOut({ forget: true })
    await other.registry.signIn('ada')
    await tab.advance(30_000)
    await left
    expect(memory.databases.values().next().value?.users.get('ada')).toMatchObject({
      signedIn: true,
    })
  })

  test('a plain sign-out under way becomes one that forgets', async () => {
    const memory = createMemory()
    const tab = buildTimed({ tasks: [idle], store: memoryStore(memory) })
    await tab.registry.signIn('ada')
    const plain = tab.registry.signOut('ada')
    const forgets = tab.registry.signOut({ userId: 'ada', forget: true })
    await Promise.all([plain, forgets])
    expect(textOf(memory)).not.toContain('ada')
  })
})

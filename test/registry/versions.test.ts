import { describe, expect, test } from 'vitest'
import { defineTask, type TaskRun, type TaskView, type } from '../../src/index.ts'
import { schemaVersion, type TaskRecord } from '../../src/model/record.ts'
import { createManualClock } from '../../src/testing/index.ts'
import { createMemory, type Memory, memoryStore } from '../../src/store/memory.ts'
import { buildTimed, rejectionOf } from './build.ts'
import { createGate } from './faulty-store.ts'

type Work = (run: TaskRun<string, null, null>) => unknown

/** The task as the old version of the app has it. */
function oldTask(work: Work = () => undefined) {
  return defineTask({
    scope: 'sync',
    minIntervalMs: 0,
    stages: stage => ({ pulling: stage(work, { cursor: type<string>(), incremental: true }) }),
  })
}

/** The same task in the new version, with another name for its stage and other cursors. */
function newTask(work: (run: TaskRun<number, null, null>) => unknown = () => undefined) {
  return defineTask({
    scope: 'sync',
    version: 2,
    minIntervalMs: 0,
    migrate: ({ checkpoint, bookmarks }) => ({
      checkpoint: checkpoint && { stage: 'fetching', cursor: Number(checkpoint.cursor) },
      bookmarks: { fetching: Number(bookmarks['pulling']?.cursor ?? 0) },
    }),
    stages: stage => ({ fetching: stage(work, { cursor: type<number>(), incremental: true }) }),
  })
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    signal.addEventListener('abort', () => resolve())
  })
}

function storedIn(memory: Memory): TaskRecord {
  const [database] = memory.databases.values()
  const record = database?.records.get('ada|sync')
  if (!record) throw new Error('nothing is stored')
  return record
}

/** Writes the record as a version of the library would that does not exist yet. */
function asNewerLibrary(memory: Memory): TaskRecord {
  const record = storedIn(memory)
  const version = record.version + 1
  const newer = { ...record, version, schemaVersion: schemaVersion + 1, addedLater: [1, 2] }
  memory.databases.values().next().value?.records.set('ada|sync', newer)
  return newer
}

describe('an old and a new version of the app are open at once (C48)', () => {
  test('the new one goes on where the old one was, and the old one never damages what it wrote', async () => {
    const memory = createMemory()
    const before = oldTask(async run => {
      await run.commit('17')
      run.signal.throwIfAborted()
      throw new TypeError('the connection broke')
    })
    const old = buildTimed({ tasks: [before], store: memoryStore(memory) })
    await old.registry.signIn('ada')
    expect(await (await old.registry.trigger(before)).done).toMatchObject({ status: 'waiting' })

    const begunAt: (number | undefined)[] = []
    const gate = createGate()
    const after = newTask(async run => {
      begunAt.push(run.cursor)
      await run.commit(18)
      await gate.opened
    })
    const { registry } = old.another({ tasks: [after] })
    await registry.signIn('ada')
    const pressed = await registry.trigger(after)
    expect(pressed.decision).toBe('started')
    await old.advance(0)
    expect(begunAt).toEqual([17])
    expect(storedIn(memory).run?.recovery).toBe('migrate')

    // The old one joins, and sees it. Equal triggers reach the store once in 100 ms.
    await old.advance(100)
    const joined = await old.registry.trigger(before)
    expect(joined).toMatchObject({ decision: 'joined', runId: pressed.runId, stored: true })
    expect(old.registry.snapshot(before)).toMatchObject({ status: 'running' })
    gate.open()
    expect(await joined.done).toMatchObject({ status: 'succeeded' })
    const wanted = { fetching: { cursor: 18, taskVersion: 2 } }
    expect(storedIn(memory).bookmarks).toMatchObject(wanted)

    await old.advance(100)
    // Nothing runs: the old one starts nothing, the new one does so for it.
    const left = await old.registry.trigger(before)
    expect(left).toMatchObject({ decision: 'deferred', reason: 'reload-needed', stored: true })
    await old.advance(1_000)
    // The press on the waiting run asked for one more; the third is the old one's.
    expect(begunAt).toEqual([17, 18, 18])
    expect(storedIn(memory).bookmarks).toMatchObject(wanted)
  })

  test('the old one does not take over a run of the new one, and says what to do', async () => {
    const memory = createMemory()
    const before = oldTask()
    const after = newTask(({ signal }) => untilAborted(signal))
    const origin = buildTimed({ tasks: [before], store: memoryStore(memory) })
    // As if frozen: its clock stands still, and nobody hears of it.
    const frozen = { clock: createManualClock(), channel: () => null }
    const newer = origin.another({ tasks: [after], ...frozen })
    await newer.registry.signIn('ada')
    await newer.registry.trigger(after)
    const old = origin.another()
    await old.registry.signIn('ada')
    const views: TaskView[] = []
    old.registry.watch(before).subscribe(view => views.push(view))
    await old.advance(0)
    expect(views.at(-1)).toMatchObject({ status: 'running', running: { responding: true } })
    const { fence } = storedIn(memory)
    await old.advance(600_000)
    expect(storedIn(memory).fence).toBe(fence)
    const pressed = await old.registry.trigger(before)
    expect(pressed).toMatchObject({ decision: 'deferred', reason: 'reload-needed' })
    expect(pressed.view.reason).toBe('reload-needed')
    expect(await pressed.done).toEqual({ status: 'deferred' })
  })

  test('a bookmark of the old version is where the new one begins', async () => {
    const before = oldTask(run => run.commit('5'))
    const old = buildTimed({ tasks: [before] })
    await old.registry.signIn('ada')
    await (await old.registry.trigger(before)).done
    const begunAt: (number | undefined)[] = []
    const after = newTask(run => begunAt.push(run.cursor))
    const newer = old.another({ tasks: [after] })
    await newer.registry.signIn('ada')
    const { done } = await newer.registry.trigger(after)
    expect(await done).toMatchObject({ status: 'succeeded' })
    expect(begunAt).toEqual([5])
  })

  test('a migrate that throws fails the run with its error, and no stage is called', async () => {
    const before = oldTask(run => run.commit('5'))
    const old = buildTimed({ tasks: [before] })
    await old.registry.signIn('ada')
    await (await old.registry.trigger(before)).done
    let calls = 0
    const after = defineTask({
      scope: 'sync',
      version: 2,
      minIntervalMs: 0,
      migrate: () => {
        throw new Error('unknown cursor of ada')
      },
      run: () => {
        calls++
      },
    })
    const redact = (message: string) => message.replace('ada', '…')
    const newer = old.another({ tasks: [after], redact })
    await newer.registry.signIn('ada')
    const { done } = await newer.registry.trigger(after)
    const error = { failureClass: 'fatal', message: 'unknown cursor of …' }
    expect(await done).toMatchObject({ status: 'failed', cause: 'fatal', error })
    expect(calls).toBe(0)
  })

  test('a tab of the old version is quiet beside a key that it may not run', async () => {
    const memory = createMemory()
    const before = oldTask()
    const after = newTask()
    const old = buildTimed({ tasks: [before], store: memoryStore(memory) })
    const newer = old.another({ tasks: [after] })
    await newer.registry.signIn('ada')
    await old.registry.signIn('ada')
    await (await newer.registry.trigger(after)).done
    await newer.registry.close()
    await old.registry.trigger(before)
    await old.advance(1_000)
    const { version } = storedIn(memory)
    await old.advance(600_000)
    expect(storedIn(memory).version).toBe(version)
    expect(old.clock.timers()).toBe(0)
  })
})

describe('a record that a newer version of the library wrote (C48)', () => {
  async function buildOld() {
    const memory = createMemory()
    const task = oldTask(run => run.commit('1'))
    const tab = buildTimed({ tasks: [task], store: memoryStore(memory) })
    await tab.registry.signIn('ada')
    await (await tab.registry.trigger(task)).done
    const newer = asNewerLibrary(memory)
    return { memory, task, newer, tab: tab.another() }
  }

  test('a page that meets it says that it needs to be reloaded, and writes nothing', async () => {
    const { memory, task, newer, tab } = await buildOld()
    const { registry, advance } = tab
    await registry.signIn('ada')
    const views: TaskView[] = []
    registry.watch(task).subscribe(view => views.push(view))
    await advance(0)
    expect(views.at(-1)).toMatchObject({ status: 'blocked', reason: 'reload-needed', actions: [] })
    const pressed = await registry.trigger(task)
    expect(pressed).toMatchObject({ decision: 'deferred', reason: 'reload-needed', stored: false })
    expect(await rejectionOf(registry.reset(task))).toMatchObject({ code: 'reload-needed' })
    await advance(120_000)
    expect(storedIn(memory)).toEqual(newer)
  })

  test('it can still be paused and resumed, and its user can leave', async () => {
    const { memory, task, newer, tab } = await buildOld()
    const { registry } = tab
    await registry.signIn('ada')
    await registry.pause(task)
    expect(storedIn(memory)).toMatchObject({ ...newer, version: newer.version + 1, paused: {} })
    expect(registry.snapshot(task)).toMatchObject({ status: 'paused', actions: ['resume'] })
    await registry.resume(task)
    expect(storedIn(memory)).toEqual({ ...newer, version: newer.version + 2 })
    await registry.signOut()
    expect(storedIn(memory)).toEqual({ ...newer, version: newer.version + 2 })
    expect(memory.databases.values().next().value?.users.get('ada')).toMatchObject({
      signedIn: false,
    })
  })
})

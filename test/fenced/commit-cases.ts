// What a run's commit with a write promises; the same in Node and in a browser.
import { expect, test } from 'vitest'
import { LeaseLost, RegistryError, TaskFailure } from '../../src/index.ts'
import { memoryStore } from '../../src/store/memory.ts'
import { appNames } from '../../src/store/app-tables.ts'
import { createGate } from '../registry/faulty-store.ts'
import { holdTransaction, openConnection, resultOf, runsBeside } from '../store/idb-requests.ts'
import type { MakeFleet } from './support.ts'

/** Registers the tests for one kind of database. */
export function commitTests(make: MakeFleet, manyRows: number): void {
  test('rows and cursor land together, and the next run goes on behind them', async () => {
    const fleet = make()
    const cursors: (string | undefined)[] = []
    let attempt = 0
    const task = fleet.task(async run => {
      cursors.push(run.cursor)
      await run.commit('1', { write: tx => fleet.app.put(tx, 'rows', 'a') })
      cursors.push(run.cursor)
      // With an ordinary error a drawn retry might come before the press.
      if (++attempt === 1)
        throw new TaskFailure('rate-limited', 'breaks here', { retryAfterMs: 600_000 })
      await run.commit('2', { last: true, write: tx => fleet.app.put(tx, 'rows', 'b') })
    })
    const registry = fleet.registry({ tasks: [task] })
    await registry.signIn('u1')
    const first = await registry.trigger(task)
    expect(await first.done).toMatchObject({ status: 'waiting' })
    expect(await fleet.app.ids(fleet.name)).toEqual(['a'])
    const second = await registry.trigger(task)
    expect(await second.done).toMatchObject({ status: 'succeeded' })
    expect(cursors).toEqual([undefined, '1', '1', '1'])
    expect(await fleet.app.ids(fleet.name)).toEqual(['a', 'b'])
  })

  test('a write that fails moves no cursor and loses no lease', async () => {
    const fleet = make()
    const seen: unknown[] = []
    const broken = new Error('no')
    const task = fleet.task(async run => {
      const bad = run.commit('bad', {
        async write(tx) {
          await fleet.app.put(tx, 'rows', 'bad')
          throw broken
        },
      })
      seen.push(await bad.catch((error: unknown) => error), run.cursor, run.signal.aborted)
      await run.commit('good', { write: tx => fleet.app.put(tx, 'rows', 'good') })
      seen.push(run.cursor)
    })
    const registry = fleet.registry({ tasks: [task] })
    await registry.signIn('u1')
    const { done } = await registry.trigger(task)
    expect(await done).toMatchObject({ status: 'succeeded' })
    expect(seen).toEqual([broken, undefined, false, 'good'])
    expect(await fleet.app.ids(fleet.name)).toEqual(['good'])
    expect(registry.snapshot(task).store).toEqual({ state: 'ok' })
  })

  test('a foreign await is told as such, leaves no row, and the run goes on', async () => {
    const fleet = make()
    const seen: unknown[] = []
    const task = fleet.task(async run => {
      const bad = run.commit('bad', {
        async write(tx) {
          await fleet.app.put(tx, 'rows', 'bad')
          await new Promise(resolve => setTimeout(resolve, 50))
          await fleet.app.put(tx, 'rows', 'worse')
        },
      })
      const error = await bad.catch((thrown: unknown) => thrown)
      seen.push(error instanceof RegistryError && error.code, run.cursor, run.signal.aborted)
      await run.commit('good', { write: tx => fleet.app.put(tx, 'rows', 'good') })
    })
    const registry = fleet.registry({ tasks: [task] })
    await registry.signIn('u1')
    const { done } = await registry.trigger(task)
    expect(await done).toMatchObject({ status: 'succeeded' })
    expect(seen).toEqual(['foreign-await', undefined, false])
    expect(await fleet.app.ids(fleet.name)).toEqual(['good'])
    expect(registry.snapshot(task).store).toEqual({ state: 'ok' })
  })

  test('an owner whose fence was overtaken does not write: its function is not even called', async () => {
    const fleet = make()
    const gate = createGate()
    const held = createGate()
    let called = 0
    let lost: unknown
    const task = fleet.task(async run => {
      held.open()
      await gate.opened
      try {
        await run.commit('stale', {
          write(tx) {
            called++
            return fleet.app.put(tx, 'rows', 'stale')
          },
        })
      } catch (error) {
        lost = error
        throw error
      }
    })
    const registry = fleet.registry({ tasks: [task] })
    await registry.signIn('u1')
    await registry.trigger(task)
    await held.opened
    const taken = await overtake(fleet.name)
    gate.open()
    await expect.poll(() => lost).toBeInstanceOf(LeaseLost)
    expect([called, await fleet.app.ids(fleet.name)]).toEqual([0, []])
    expect((await storedRecord(fleet.name)).fence).toBe(taken)
  })

  test('after a sign-out nothing of the user is written by a commit', async () => {
    const fleet = make()
    const gate = createGate()
    const held = createGate()
    const ended = createGate()
    const task = fleet.task(async run => {
      held.open()
      await gate.opened
      await run
        .commit('late', { write: tx => fleet.app.put(tx, 'rows', 'late') })
        .catch(() => undefined)
      ended.open()
    })
    const registry = fleet.registry({ tasks: [task] })
    const other = fleet.registry({ tasks: [task] })
    await registry.signIn('u1')
    await registry.trigger(task)
    await held.opened
    await other.signOut('u1')
    gate.open()
    await ended.opened
    expect(await fleet.app.ids(fleet.name)).toEqual([])
  })

  test('a task that writes is refused by a store that cannot, with what to do', () => {
    const fleet = make()
    const task = fleet.task(() => undefined)
    const plain = fleet.registry({ store: memoryStore() })
    const error = thrownBy(() => plain.define(task))
    expect(error).toMatchObject({ code: 'no-fenced-writes' })
    expect(String(error)).toMatch(/leasehold\/(dexie|idb)/)
  })

  test('C46 the app holds a table that a commit needs: the run and those of other keys are late, not lost', async () => {
    const fleet = make()
    const reported: unknown[] = []
    const begun = createGate()
    const go = createGate()
    const task = fleet.task(async run => {
      begun.open()
      await go.opened
      await run.commit('1', { write: tx => fleet.app.put(tx, 'rows', run.userId) })
    })
    const registry = fleet.registry({
      tasks: [task],
      accounts: 'many',
      onError: error => reported.push(error),
    })
    await registry.signIn('u1')
    await registry.signIn('u2')
    const first = await registry.trigger(task, { userId: 'u1' })
    await begun.opened
    const held = await holdTransaction(fleet.name, 'rows')
    go.open()
    const asked = registry.trigger(task, { userId: 'u2' })
    let ended = 0
    for (const trigger of [Promise.resolve(first), asked])
      void trigger.then(({ done }) => done).then(() => ended++)
    try {
      if (await runsBeside(held, fleet.name, appNames.records)) await asked
      for (let turn = 0; turn < 50; turn++) await new Promise(resolve => setTimeout(resolve))
      expect(ended).toBe(0)
    } finally {
      await held.end()
    }
    const second = await asked
    const outcomes = await Promise.all([first.done, second.done])
    expect(outcomes.map(({ status }) => status)).toEqual(['succeeded', 'succeeded'])
    expect(reported).toEqual([])
    expect(await fleet.app.ids(fleet.name)).toEqual(['u1', 'u2'])
  })

  test('C46 a commit of thousands of rows: runs of other keys are late, not lost', async () => {
    const fleet = make()
    const reported: unknown[] = []
    const rows = Array.from({ length: manyRows }, (_, n) => `row-${n}`)
    const task = fleet.task(
      async run => {
        if (run.userId === 'u1') {
          await run.commit('1', {
            write: tx => Promise.all(rows.map(id => fleet.app.put(tx, 'rows', id))),
          })
        } else await run.commit('1', { write: tx => fleet.app.put(tx, 'others', 'of u2') })
      },
      ['rows', 'others'],
    )
    const registry = fleet.registry({
      tasks: [task],
      accounts: 'many',
      onError: error => reported.push(error),
    })
    await registry.signIn('u1')
    await registry.signIn('u2')
    const answers = await Promise.all(
      ['u1', 'u2', 'u2'].map(userId => registry.trigger(task, { userId })),
    )
    const outcomes = await Promise.all(answers.map(({ done }) => done))
    expect(outcomes.map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded'])
    expect((await fleet.app.ids(fleet.name)).length).toBe(manyRows)
    expect(await fleet.app.ids(fleet.name, 'others')).toEqual(['of u2'])
    expect([reported, registry.snapshot(task, { userId: 'u1' }).store]).toEqual([
      [],
      { state: 'ok' },
    ])
  })

  test('a table that the database lacks fails the commit by its name', async () => {
    const fleet = make()
    const seen: unknown[] = []
    const task = fleet.task(
      async run => {
        const bad = run.commit('bad', { write: () => Promise.resolve() })
        seen.push(await bad.catch((error: unknown) => (error as RegistryError).code))
      },
      ['rows', 'nowhere'],
    )
    const registry = fleet.registry({ tasks: [task] })
    await registry.signIn('u1')
    const { done } = await registry.trigger(task)
    await done
    expect(seen).toEqual(['missing-tables'])
  })
}

/** Somebody else takes the key, as a takeover does: the fence is higher, the owner another. */
async function overtake(name: string): Promise<number> {
  const db = await openConnection(name)
  const records = db.transaction('leaseholdRecords', 'readwrite').objectStore('leaseholdRecords')
  const record = await resultOf(records.get('record:u1|sync') as IDBRequest<StoredRecord>)
  const fence = record.fence + 1
  // Without presence its owner is not found dead within the test.
  const lease = { ...record.lease, owner: 'somebody else', agent: 'another', presence: null, fence }
  await resultOf(
    records.put({ ...record, fence, lease, version: record.version + 1 }, 'record:u1|sync'),
  )
  db.close()
  return fence
}

interface StoredRecord {
  readonly fence: number
  readonly version: number
  readonly lease: object
}

async function storedRecord(name: string): Promise<StoredRecord> {
  const db = await openConnection(name)
  const records = db.transaction('leaseholdRecords').objectStore('leaseholdRecords')
  const record = await resultOf(records.get('record:u1|sync') as IDBRequest<StoredRecord>)
  db.close()
  return record
}

function thrownBy(work: () => unknown): unknown {
  try {
    work()
    return 'it did not throw'
  } catch (error) {
    return error
  }
}

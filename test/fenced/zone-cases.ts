// What happens when the app calls the registry inside its own Dexie transaction; in Node and in a browser.
import { Dexie } from 'dexie'
import { createTaskRegistry, defineTask as definePlainTask, type TriggerAnswer } from 'leasehold'
import { defineTask, dexieStore } from 'leasehold/dexie'
import { expect, onTestFinished, test } from 'vitest'
import { appDexie } from '../store/app-databases.ts'

/** Resolves in a later task, outside of any transaction. */
function later(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, 5))
}

async function createPage() {
  const name = `zone-${crypto.randomUUID()}`
  const db = appDexie(name)
  const reported: unknown[] = []
  const zones: unknown[] = []
  const task = defineTask({
    scope: 'sync',
    tables: ['rows'],
    minIntervalMs: 0,
    run: async run => {
      zones.push(Dexie.currentTransaction ?? 'none')
      await later()
      await db.table('others').put({ id: 'of the stage' })
      await run.commit(null, { write: () => db.table('rows').put({ id: 'of the commit' }) })
      zones.push(Dexie.currentTransaction ?? 'none')
    },
  })
  const registry = createTaskRegistry({
    name,
    tasks: [task],
    store: dexieStore(db),
    onError: error => reported.push(error),
  })
  onTestFinished(async () => {
    await registry.close({ force: true })
    db.close()
  })
  await registry.signIn('u1')
  const ids = async (table = 'rows') => (await db.table(table).toCollection().keys()) as string[]
  return { db, registry, task, reported, zones, ids }
}

/** Registers the tests. */
export function zoneTests(): void {
  test.each(['cold', 'warm'])(
    'C47 trigger() inside the transaction, not awaited, %s: neither breaks the other',
    async state => {
      const { db, registry, task, reported, zones, ids } = await createPage()
      if (state === 'warm') await (await registry.trigger(task)).done
      let answer: Promise<TriggerAnswer<null>> | undefined
      await db.transaction('rw', 'rows', async () => {
        await db.table('rows').put({ id: 'before' })
        answer = registry.trigger(task)
        await db.table('rows').put({ id: 'after' })
        await db.table('rows').put({ id: 'at the end' })
      })
      const { decision, done } = (await answer) as TriggerAnswer<null>
      expect(decision).toBe('started')
      expect(await done).toMatchObject({ status: 'succeeded' })
      expect(await ids()).toEqual(['after', 'at the end', 'before', 'of the commit'])
      expect(await ids('others')).toEqual(['of the stage'])
      expect(zones.filter(zone => zone !== 'none')).toEqual([])
      expect(reported).toEqual([])
    },
  )

  test('C47 the same holds for a registry whose store is a database of its own', async () => {
    const db = appDexie(`app-${crypto.randomUUID()}`)
    const inStage: unknown[] = []
    const task = definePlainTask({
      scope: 'sync',
      run: async run => {
        inStage.push(Dexie.currentTransaction ?? 'none')
        await db.table('others').put({ id: 'of the stage' })
        await run.commit(null)
      },
    })
    const registry = createTaskRegistry({ name: `own-${crypto.randomUUID()}`, tasks: [task] })
    onTestFinished(() => registry.close({ force: true }).then(() => db.close()))
    await registry.signIn('u1')
    let answer: Promise<TriggerAnswer<null>> | undefined
    await db.transaction('rw', 'rows', async () => {
      answer = registry.trigger(task)
      await db.table('rows').put({ id: 'of the app' })
    })
    const { done } = (await answer) as TriggerAnswer<null>
    expect(await done).toMatchObject({ status: 'succeeded' })
    expect(await db.table('rows').count()).toBe(1)
    expect([inStage, await db.table('others').count()]).toEqual([['none'], 1])
  })

  test('C47 trigger() inside a transaction over all tables, the registry’s too, waits for it', async () => {
    const { db, registry, task, reported, ids } = await createPage()
    let answer: Promise<TriggerAnswer<null>> | undefined
    await db.transaction('rw', db.tables, async () => {
      answer = registry.trigger(task)
      for (let n = 0; n < 50; n++) await db.table('rows').put({ id: `row-${n}` })
    })
    const { done } = (await answer) as TriggerAnswer<null>
    expect(await done).toMatchObject({ status: 'succeeded' })
    expect((await ids()).length).toBe(51)
    expect(reported).toEqual([])
  })

  test('C47 trigger() awaited inside the transaction: it is decided, Dexie refuses the transaction, and the call is named', async () => {
    const { db, registry, task, reported, ids } = await createPage()
    let decided: TriggerAnswer<null> | undefined
    const transaction = db.transaction('rw', 'rows', async () => {
      await db.table('rows').put({ id: 'before' })
      decided = await registry.trigger(task)
    })
    await expect(transaction).rejects.toMatchObject({ name: 'PrematureCommitError' })
    expect(decided?.decision).toBe('started')
    expect(await decided?.done).toMatchObject({ status: 'succeeded' })
    expect(reported).toMatchObject([{ code: 'foreign-await', details: { call: 'trigger' } }])
    // Dexie had committed what was put before.
    expect(await ids()).toEqual(['before', 'of the commit'])
  })

  test('a commit that writes, called inside a transaction of the app, is a transaction of its own', async () => {
    const { db, registry, reported, ids } = await createPage()
    const inside = defineTask({
      scope: 'inside',
      tables: ['others'],
      run: async run => {
        let committed: Promise<void> | undefined
        await db.transaction('rw', 'rows', async () => {
          await db.table('rows').put({ id: 'of the app' })
          committed = run.commit(null, { write: () => db.table('others').put({ id: 'committed' }) })
          await db.table('rows').put({ id: 'of the app, too' })
        })
        await committed
      },
    })
    registry.define(inside)
    const { done } = await registry.trigger(inside)
    expect(await done).toMatchObject({ status: 'succeeded' })
    expect([await ids(), await ids('others')]).toEqual([
      ['of the app', 'of the app, too'],
      ['committed'],
    ])
    expect(reported).toEqual([])
  })
}

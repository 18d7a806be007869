/** Which ends of an app's transaction are called a mistake of the call that was made in it. */
import { createTaskRegistry } from 'leasehold'
import { defineTask, dexieStore } from 'leasehold/dexie'
import { expect, onTestFinished, test } from 'vitest'
import { appDexie } from '../store/app-databases.ts'
import { useFakeIndexedDB } from '../store/fake-idb.ts'

useFakeIndexedDB()

test('a transaction that the app itself breaks off is not called a mistake of a call that it did not await', async () => {
  const db = appDexie(`zone-${crypto.randomUUID()}`)
  const reported: unknown[] = []
  const task = defineTask({ scope: 'sync', tables: ['rows'], run: () => undefined })
  const registry = createTaskRegistry({
    name: 'app',
    tasks: [task],
    store: dexieStore(db),
    onError: error => reported.push(error),
  })
  onTestFinished(async () => {
    await registry.close({ force: true })
    db.close()
  })
  await registry.signIn('u1')
  let decided: Promise<{ readonly decision: string }> | undefined
  const transaction = db.transaction('rw', 'rows', () => {
    decided = registry.trigger(task)
    throw new Error('the form is not complete')
  })
  await expect(transaction).rejects.toMatchObject({ message: 'the form is not complete' })
  expect((await decided)?.decision).toBe('started')
  expect(reported).toEqual([])
})

// The stores in an app's own database keep their promises on a real IndexedDB.
import { afterEach, describe, test } from 'vitest'
import { storeCases } from '../../src/testing/store-cases.ts'
import { inAppIdb, inDexie } from '../store/app-databases.ts'
import { dexieApp, idbApp } from '../store/fenced-apps.ts'
import { fencedCases } from '../store/fenced-cases.ts'
import { deleteDatabase } from '../store/idb-requests.ts'

afterEach(async () => {
  const databases = await indexedDB.databases()
  await Promise.all(databases.map(({ name = '' }) => deleteDatabase(name)))
})

describe.each([
  ['dexie', inDexie],
  ['idb', inAppIdb],
])('contract, %s', (_, factory) => {
  test.each(storeCases)('$name', ({ run }) => run(factory, `case-${crypto.randomUUID()}`))
})

describe.each([
  ['dexie', dexieApp],
  ['idb', idbApp],
])('fenced writes, %s', (_, app) => {
  test.each(fencedCases)('$name', ({ run }) => run(app, `case-${crypto.randomUUID()}`))
})

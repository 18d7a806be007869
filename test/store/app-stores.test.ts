// The stores in an app's own database keep the contract, and run the app's writes in their transactions.
import { describe, test } from 'vitest'
import { storeCases } from '../../src/testing/store-cases.ts'
import { inAppIdb, inDexie } from './app-databases.ts'
import { useFakeIndexedDB } from './fake-idb.ts'
import { dexieApp, idbApp } from './fenced-apps.ts'
import { fencedCases } from './fenced-cases.ts'

useFakeIndexedDB()

describe.each([
  ['dexie', inDexie],
  ['idb', inAppIdb],
])('contract, %s', (_, factory) => {
  test.each(storeCases)('$name', ({ run }) => run(factory, 'case'))
})

describe.each([
  ['dexie', dexieApp],
  ['idb', idbApp],
])('fenced writes, %s', (_, app) => {
  test.each(fencedCases)('$name', ({ run }) => run(app, 'case'))
})

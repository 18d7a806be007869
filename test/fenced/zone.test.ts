// Calls of the registry inside a Dexie transaction of the app, over a fake IndexedDB.
import { describe } from 'vitest'
import { useFakeIndexedDB } from '../store/fake-idb.ts'
import { zoneTests } from './zone-cases.ts'

useFakeIndexedDB()

describe('inside a Dexie transaction of the app', () => {
  zoneTests()
})

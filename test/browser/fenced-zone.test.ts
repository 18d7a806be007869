// Calls of the registry inside a Dexie transaction of the app, on a real IndexedDB.
import { describe } from 'vitest'
import { zoneTests } from '../fenced/zone-cases.ts'

describe('inside a Dexie transaction of the app', () => {
  zoneTests()
})

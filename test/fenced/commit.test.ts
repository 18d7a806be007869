// Commits that write into the app's own database, over a fake IndexedDB.
import { describe } from 'vitest'
import { useFakeIndexedDB } from '../store/fake-idb.ts'
import { commitTests } from './commit-cases.ts'
import { fleets } from './support.ts'

useFakeIndexedDB()

describe.each(fleets)('a commit that writes, %s', (_, make) => {
  commitTests(make, 2_000)
})

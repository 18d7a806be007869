// Commits that write into the app's own database, on a real IndexedDB.
import { describe } from 'vitest'
import { commitTests } from '../fenced/commit-cases.ts'
import { fleets } from '../fenced/support.ts'

describe.each(fleets)('a commit that writes, %s', (_, make) => {
  commitTests(make, 20_000)
})

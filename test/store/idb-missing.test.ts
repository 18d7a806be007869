// Where there is no IndexedDB, the IndexedDB store says so at the operation, not before.
import { idbStore } from 'leasehold/idb'
import { expect, onTestFinished, test, vi } from 'vitest'
import { addressOf, raising } from '../../src/testing/store-case.ts'
import { openStore } from './contexts.ts'

test('C45 each operation rejects with store-unavailable, and closing works', async () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.stubGlobal('indexedDB', undefined)
  const store = openStore(idbStore())
  const here = addressOf()
  const answers = [store.transact(here, raising()), store.read(here), store.history(here.key)]
  for (const answer of await Promise.allSettled(answers)) {
    expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'store-unavailable' } })
  }
  await store.close()
})

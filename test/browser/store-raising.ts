// A worker that raises the counter of a store as often as it is told, all at once.
import { idbStore } from 'leasehold/idb'
import { addressOf, raising } from '../../src/testing/store-case.ts'

self.onmessage = async ({
  data,
}: MessageEvent<{ readonly name: string; readonly times: number }>) => {
  const context = { now: Date.now, id: () => crypto.randomUUID(), historyKept: 3 }
  const store = idbStore()({ ...context, name: data.name })
  const raised = Array.from({ length: data.times }, () => store.transact(addressOf(), raising()))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- windows have one, workers do not
  self.postMessage(await Promise.all(raised))
}

/** What an agent believes of what it reads and hears. */
import { expect, test } from 'vitest'
import { emptyRecord, type TaskRecord } from '../../src/model/record.ts'
import { createMirror } from '../../src/registry/mirror.ts'
import { aRunning } from '../model/support.ts'

function build() {
  const told = { otherStore: 0, stranger: 0, keys: 0 }
  const mirror = createMirror({
    onKey: () => void told.keys++,
    onUser: () => undefined,
    onOtherStore: () => void told.otherStore++,
    onStranger: () => void told.stranger++,
  })
  const known = mirror.track({ key: 'ada|sync', userId: 'ada' }, 'sync')
  return { mirror, known, told }
}

function record(version: number): TaskRecord {
  return { ...emptyRecord({ userId: 'ada', scope: 'sync' }, 1, 0), version }
}

const progress = { stage: 'pulling', done: 3, total: null, detail: null, n: 5, at: 5 }

test('an older record never replaces a newer one, wherever it comes from', () => {
  const { mirror, known } = build()
  const begunAt = mirror.moment()
  mirror.learn('store', record(5), mirror.moment())
  mirror.hear('store', record(4))
  mirror.learn('store', record(3), begunAt)
  expect(known.record?.version).toBe(5)
  mirror.hear('store', record(6))
  expect(known.record?.version).toBe(6)
})

test('what was heard yields to what the store shows afterwards, though that is older', () => {
  const { mirror, known } = build()
  mirror.learn('store', record(1), mirror.moment())
  mirror.hear('store', record(9))
  mirror.learn('store', record(2), mirror.moment())
  expect(known.record?.version).toBe(2)
})

test('what was heard while an operation was under way is newer than what that shows', () => {
  const { mirror, known } = build()
  mirror.learn('store', record(1), mirror.moment())
  const begunAt = mirror.moment()
  mirror.hear('store', record(9))
  mirror.learn('store', record(2), begunAt)
  expect(known.record?.version).toBe(9)
})

test('a store of another id forgets what was known, and is told of, once', () => {
  const { mirror, known, told } = build()
  mirror.learn('store', record(5), mirror.moment())
  mirror.learn('another', record(1), mirror.moment())
  expect([known.record?.version, told.otherStore]).toEqual([1, 1])
  mirror.learn('another', record(2), mirror.moment())
  expect([known.record?.version, told.otherStore]).toEqual([2, 1])
})

test('whoever speaks of another store is not believed, and that is told of once', () => {
  const { mirror, known, told } = build()
  mirror.learn('store', record(1), mirror.moment())
  mirror.hear('another', record(9))
  mirror.hear('another', record(10))
  expect([known.record?.version, told.stranger]).toEqual([1, 1])
})

test('progress counts for the run and the fence that it speaks of, the newest of it', () => {
  const { mirror, known } = build()
  const running = { ...aRunning().record, key: 'ada|sync', userId: 'ada' }
  const runId = running.run?.runId ?? ''
  const fence = running.lease?.fence ?? 0
  mirror.learn('store', running, mirror.moment())
  mirror.learnProgress('ada|sync', 'another run', fence, progress)
  mirror.learnProgress('ada|sync', runId, fence - 1, progress)
  expect(known.progress).toBeNull()
  mirror.learnProgress('ada|sync', runId, fence, progress)
  mirror.learnProgress('ada|sync', runId, fence, { ...progress, done: 2, n: 4, at: 9 })
  expect(known.progress).toEqual(progress)
})

test('what an owner told of before it was replaced is not held against the next, which counts on from what was stored', () => {
  const { mirror, known } = build()
  const running = { ...aRunning().record, key: 'ada|sync', userId: 'ada' }
  const { run, lease } = running
  if (!run || !lease) throw new Error('nothing runs')
  mirror.learn('store', running, mirror.moment())
  mirror.learnProgress('ada|sync', run.runId, lease.fence, progress)
  const fence = lease.fence + 1
  const taken = { ...running, fence, lease: { ...lease, fence }, version: running.version + 1 }
  mirror.learn('store', taken, mirror.moment())
  expect(known.progress).toBeNull()
  const next = { ...progress, done: 1, n: 2 }
  mirror.learnProgress('ada|sync', run.runId, fence, next)
  expect(known.progress).toEqual(next)
})

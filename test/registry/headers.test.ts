/** What a run tells a server of itself. */
import { expect, test } from 'vitest'
import { defineTask, TaskFailure } from '../../src/index.ts'
import { createMemory, memoryStore } from '../../src/store/memory.ts'
import { buildTimed } from './build.ts'

interface Sent {
  readonly headers: Record<string, string>
  readonly edit: string
  readonly occurrence: string
}

async function setUp(userId = 'ada') {
  const memory = createMemory()
  const sent: Sent[] = []
  let failures = 0
  const task = defineTask({
    scope: 'sync',
    minIntervalMs: 0,
    async run(run) {
      sent.push({
        headers: await run.headers('edit 1'),
        edit: run.idempotencyKey('edit 1'),
        occurrence: run.idempotencyKey('report', { per: 'occurrence' }),
      })
      if (failures-- > 0) throw new TaskFailure('retryable', 'once more')
    },
  })
  const tab = buildTimed({ tasks: [task], store: memoryStore(memory) })
  await tab.registry.signIn(userId)
  return {
    sent,
    async run(failing = 0) {
      failures = failing
      await tab.registry.trigger(task)
      await tab.advance(60_000)
    },
    database: () => [...memory.databases.values()][0],
  }
}

test('headers name store, key and fence, and the idempotency key of the part', async () => {
  const { sent, run, database } = await setUp('Zoë')
  await run()
  expect(sent[0]?.headers).toEqual({
    'Leasehold-Store': database()?.storeId,
    'Leasehold-Key': encodeURIComponent('Zoë|sync'),
    'Leasehold-Fence': String(database()?.records.get('Zoë|sync')?.fence),
    'Idempotency-Key': sent[0]?.edit,
  })
})

test('an edit has the same key in every attempt and every run, and another fence', async () => {
  const { sent, run } = await setUp()
  await run(1)
  await run()
  expect(sent).toHaveLength(3)
  expect(new Set(sent.map(({ edit }) => edit)).size).toBe(1)
  const fences = sent.map(({ headers }) => Number(headers['Leasehold-Fence']))
  expect(new Set(fences).size).toBe(3)
  expect(fences.toSorted((a, b) => a - b)).toEqual(fences)
})

test('work due once per occurrence has the same key in its attempts, and another in the next run', async () => {
  const { sent, run } = await setUp()
  await run(1)
  await run()
  const [first, again, next] = sent.map(({ occurrence }) => occurrence)
  expect(again).toBe(first)
  expect(next).not.toBe(first)
})

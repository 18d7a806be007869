/** Is an owner that lost its lease kept out? */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { putCourse, stamp } from './builders.ts'
import type { Refusal } from './client.ts'
import { client } from './shared-server.ts'

const fenced = (fence: number, change: Record<string, string> = {}) => ({
  headers: { 'Leasehold-Fence': String(fence), ...change },
})

test('a lower fence is refused with the highest, and applies nothing', async () => {
  await client.push(putCourse('mine'), fenced(7))
  const before = await client.state()
  const answer = await client.push<Refusal>(putCourse('mine', { title: 'late' }), fenced(6))
  expect(answer).toMatchObject({ status: 412, body: { error: 'fence-rejected', highest: 7 } })
  expect(await client.state()).toEqual(before)
})

test('the same fence and a higher one are let through', async () => {
  for (const fence of [7, 7, 9])
    expect((await client.push(putCourse('mine'), fenced(fence))).status).toBe(200)
  expect((await client.state()).fences).toEqual([
    { store: 'store-1', key: 'ada|course_sync', highest: 9 },
  ])
})

test('fences as large as clocks and safe integers keep their order', async () => {
  await client.push(putCourse('mine'), fenced(1_700_000_000_000))
  expect((await client.push(putCourse('mine'), fenced(1_699_999_999_999))).status).toBe(412)
  await client.push(putCourse('mine'), fenced(Number.MAX_SAFE_INTEGER))
  expect((await client.push(putCourse('mine'), fenced(Number.MAX_SAFE_INTEGER - 1))).status).toBe(
    412,
  )
})

test('a new owner that repeats an edit shuts the old one out, replay included', async () => {
  const edit = putCourse('mine')
  await client.push(edit, fenced(1))
  expect((await client.push(edit, fenced(2))).headers.get('Idempotent-Replay')).toBe('true')
  expect((await client.push(edit, fenced(1))).status).toBe(412)
})

test('each store, key and account has its own fences', async () => {
  await client.push(putCourse('mine'), fenced(100))
  const elsewhere = [
    client.push(putCourse('mine'), fenced(1, { 'Leasehold-Store': 'store-2' })),
    client.push(putCourse('mine'), fenced(1, { 'Leasehold-Key': 'ada|message_sync' })),
    client.push(putCourse('mine'), {
      account: 'grace',
      headers: { ...stamp('x', 'ada'), Authorization: 'Bearer grace' },
    }),
  ]
  expect((await Promise.all(elsewhere)).map(answer => answer.status)).toEqual([200, 200, 200])
})

test('whatever the order in which owners push at the same time, applied fences never fall', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(9), { minLength: 1, maxLength: 8 }), async fences => {
      const store = randomUUID()
      const pushed = await Promise.all(
        fences.map(async fence => ({
          fence,
          answer: await client.push(putCourse('mine'), fenced(fence, { 'Leasehold-Store': store })),
        })),
      )
      const highest = Math.max(...fences)
      const applied = pushed
        .filter(({ answer }) => answer.status === 200)
        .sort((a, b) => a.answer.body.seq - b.answer.body.seq)
        .map(({ fence }) => fence)
      expect(applied).toEqual([...applied].sort((a, b) => a - b))
      expect(applied.at(-1)).toBe(highest)
      for (const { fence, answer } of pushed)
        if (answer.status !== 200) expect([answer.status, fence < highest]).toEqual([412, true])
      expect((await client.state()).fences).toContainEqual(
        expect.objectContaining({ store, highest }),
      )
    }),
    { numRuns: 25 },
  )
})

import { expect, test } from 'vitest'
import { createExpectations } from '../../src/registry/expectations.ts'
import { createManualClock } from '../../src/testing/index.ts'

function build() {
  const clock = createManualClock()
  const read: string[] = []
  return { clock, read, expectations: createExpectations(clock, key => read.push(key)) }
}

test('an acquisition that nobody tells of is looked for in the store, once', () => {
  const { clock, read, expectations } = build()
  expectations.expect('ada|sync', 7)
  expectations.expect('ada|sync', 7)
  clock.advance(1_999)
  expect(read).toEqual([])
  clock.advance(10_000)
  expect(read).toEqual(['ada|sync'])
})

test('one that is told of costs no read and leaves no timer', () => {
  const { clock, read, expectations } = build()
  expectations.expect('ada|sync', 7)
  expectations.expect('ada|mail', 7)
  expectations.met('ada|sync', 8)
  expectations.stop()
  clock.advance(10_000)
  expect(read).toEqual([])
})

test('news of a key that tell of no acquisition leave it expected', () => {
  const { clock, read, expectations } = build()
  expectations.expect('ada|sync', 7)
  expectations.met('ada|sync', 7)
  clock.advance(2_000)
  expect(read).toEqual(['ada|sync'])
})

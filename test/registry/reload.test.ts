import { expect, test } from 'vitest'
import { createReload } from '../../src/registry/reload.ts'
import { createManualClock } from '../../src/testing/index.ts'

/** A read that fails so many times. */
function build(failures: number) {
  const clock = createManualClock()
  const count = { reads: 0 }
  const reload = createReload(clock, () => {
    count.reads++
    return count.reads <= failures
      ? Promise.reject(new Error('the store failed'))
      : Promise.resolve()
  })
  return { clock, count, reload }
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve()
}

test('what is left by others is read again when the store failed at the one signal that asked for it', async () => {
  const { clock, count, reload } = build(2)
  reload.begin()
  await settle()
  expect(count.reads).toBe(1)
  clock.advance(1_000)
  await settle()
  clock.advance(1_999)
  await settle()
  expect(count.reads).toBe(2)
  clock.advance(1)
  await settle()
  expect([count.reads, clock.timers()]).toEqual([3, 0])
})

test('a store that goes on failing is asked no more than twice a minute, and not at all once it is over', async () => {
  const { clock, count, reload } = build(Number.POSITIVE_INFINITY)
  reload.begin()
  for (let second = 0; second < 600; second++) {
    clock.advance(1_000)
    await settle()
  }
  expect(count.reads).toBeLessThan(6 + 20)
  reload.stop()
  expect(clock.timers()).toBe(0)
})

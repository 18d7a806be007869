import { expect, test } from 'vitest'
import { createPoller } from '../../src/registry/poller.ts'
import { createManualClock } from '../../src/testing/index.ts'

async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve()
}

function build() {
  const clock = createManualClock()
  const keys: string[] = []
  const read: string[] = []
  const poller = createPoller(
    clock,
    () => keys,
    key => {
      read.push(key)
      return key === 'broken' ? Promise.reject(new Error('no')) : Promise.resolve()
    },
  )
  return { clock, keys, read, poller }
}

test('what is watched is read again every two seconds, also after a failure', async () => {
  const { clock, keys, read, poller } = build()
  keys.push('broken', 'ada|sync')
  poller.update()
  poller.update()
  clock.advance(1_999)
  expect(read).toEqual([])
  clock.advance(1)
  await settle()
  clock.advance(2_000)
  expect(read).toEqual(['broken', 'ada|sync', 'broken', 'ada|sync'])
})

test('while nothing is watched there is no timer', async () => {
  const { clock, keys, read, poller } = build()
  poller.update()
  expect(clock.timers()).toBe(0)
  keys.push('ada|sync')
  poller.update()
  keys.length = 0
  clock.advance(2_000)
  await settle()
  expect([read, clock.timers()]).toEqual([[], 0])
})

test('stopped, it reads nothing more', async () => {
  const { clock, keys, read, poller } = build()
  keys.push('ada|sync')
  poller.update()
  poller.stop()
  poller.update()
  clock.advance(10_000)
  expect([read, clock.timers()]).toEqual([[], 0])
})

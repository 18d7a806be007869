/** What ends a wait for the next attempt before its time. */
import { expect, test } from 'vitest'
import { defineTask, TaskFailure } from '../../src/index.ts'
import type { LifeSignal } from '../../src/port/environment.ts'
import { every } from '../../src/trigger/index.ts'
import { buildTimed } from './build.ts'
import { faultyStore } from './faulty-store.ts'

const hour = 3_600_000

async function setUp(failure: TaskFailure, options: { readonly isBroken?: () => boolean } = {}) {
  let calls = 0
  const task = defineTask({
    scope: 'sync',
    retry: { baseMs: 12 * hour, capMs: 12 * hour },
    triggers: [every(hour)],
    run() {
      if (++calls === 1) throw failure
    },
  })
  let ids = 0
  const tab = buildTimed({
    tasks: [task],
    store: faultyStore(asked => (asked === 'transact' && options.isBroken?.() ? 'fail' : null)),
    random: { id: () => `id-${ids++}`, number: () => 0.5 },
  })
  await tab.registry.signIn('ada')
  await tab.registry.trigger(task)
  await tab.advance(0)
  return { ...tab, task, calls: () => calls }
}

test.each<LifeSignal>(['visible', 'pageshow', 'resume', 'online'])(
  'a wait of six hours is over with %s, whether or not such a trigger is armed',
  async signal => {
    const { advance, environment, calls } = await setUp(new TaskFailure('retryable', 'no'))
    await advance(hour)
    expect(calls()).toBe(1)
    environment.emit(signal)
    await advance(0)
    expect(calls()).toBe(2)
  },
)

test('what a server said of its own time is not cut short', async () => {
  const failure = new TaskFailure('rate-limited', 'later', { retryAfterMs: 2 * hour })
  const { advance, environment, calls } = await setUp(failure)
  await advance(hour)
  environment.emit('visible')
  await advance(0)
  expect(calls()).toBe(1)
  await advance(hour)
  environment.emit('visible')
  await advance(0)
  expect(calls()).toBe(2)
})

test.each<LifeSignal>(['visible', 'pageshow', 'resume', 'online'])(
  'what %s ended goes on although the store failed in that moment, as soon as it is back',
  async signal => {
    let isBroken = false
    const failure = new TaskFailure('retryable', 'no')
    const { advance, environment, calls } = await setUp(failure, { isBroken: () => isBroken })
    await advance(hour / 2)
    isBroken = true
    environment.emit(signal)
    await advance(100)
    expect(calls()).toBe(1)
    isBroken = false
    await advance(2_000)
    expect(calls()).toBe(2)
  },
)

test('a return counts although a slot of the key is being decided in that moment', async () => {
  const { advance, clock, environment, calls } = await setUp(new TaskFailure('retryable', 'no'))
  await advance(hour - 1)
  // A device that wakes up: the timers that are due fire, then the page hears that it is visible.
  clock.advance(1)
  environment.emit('visible')
  await advance(2_000)
  expect(calls()).toBe(2)
})

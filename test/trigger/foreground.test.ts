/** When a page counts as being there for its user. */
import { expect, test } from 'vitest'
import { createManualClock } from '../../src/testing/index.ts'
import { createSimEnvironment } from '../../src/testing/sim-environment.ts'
import { foreground } from '../../src/trigger/index.ts'

function arm({ visible = true } = {}) {
  const clock = createManualClock()
  const environment = createSimEnvironment('tab', queueMicrotask)
  environment.setVisible(visible)
  const fired: unknown[] = []
  const source = foreground()
  if (source.kind !== 'signal') throw new TypeError('foreground() is a signal')
  const disarm = source.arm({
    clock,
    environment,
    fire: trigger => void fired.push(trigger),
    onError: () => undefined,
  })
  return {
    clock,
    environment,
    fired,
    disarm,
    leave() {
      environment.setVisible(false)
      environment.emit('hidden')
      clock.advance(60_000)
    },
  }
}

test('it fires when it is armed in a visible page, and brings nothing', () => {
  expect(arm().fired).toEqual([{ source: 'foreground', brings: 'nothing' }])
})

test('it does not fire in a hidden page, whatever is told there', () => {
  const { environment, fired } = arm({ visible: false })
  for (const signal of ['focus', 'online', 'pageshow', 'resume'] as const) environment.emit(signal)
  expect(fired).toEqual([])
})

test.each(['visible', 'pageshow', 'focus', 'resume', 'online'] as const)(
  'a return that is told by %s alone fires',
  signal => {
    const { environment, fired, leave } = arm()
    leave()
    environment.setVisible(true)
    environment.emit(signal)
    expect(fired).toHaveLength(2)
  },
)

test('all signals within half a second of the first belong to one return', () => {
  const { clock, environment, fired, leave } = arm()
  leave()
  environment.setVisible(true)
  for (const signal of ['visible', 'pageshow', 'focus', 'resume'] as const) {
    environment.emit(signal)
    clock.advance(100)
  }
  clock.advance(99)
  environment.emit('online')
  expect(fired).toHaveLength(2)
  clock.advance(1)
  environment.emit('online')
  expect(fired).toHaveLength(3)
})

test('focus that moves within a visible page is no return', () => {
  const { clock, environment, fired } = arm()
  clock.advance(60_000)
  environment.emit('focus')
  expect(fired).toHaveLength(1)
})

test('disarmed, it hears nothing more', () => {
  const { environment, fired, disarm, leave } = arm()
  disarm()
  leave()
  environment.setVisible(true)
  environment.emit('visible')
  expect(fired).toHaveLength(1)
})

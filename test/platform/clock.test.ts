// Does the system clock keep the promises of the clock port?
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { systemClock } from '../../src/platform/clock.ts'

const dayMs = 24 * 3_600_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('a wait longer than setTimeout can count ends when it is over, not at once', () => {
  const fire = vi.fn()
  systemClock().setTimer(60 * dayMs, fire)
  vi.advanceTimersByTime(60 * dayMs - 1)
  expect(fire).not.toHaveBeenCalled()
  vi.advanceTimersByTime(10)
  expect(fire).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(60 * dayMs)
  expect(fire).toHaveBeenCalledTimes(1)
})

test.each([2 ** 31 - 3, 2 ** 31 - 2, 2 ** 31 - 1, 2 ** 31])(
  'a wait of %i ms, at the edge of what setTimeout can count, does not fire early',
  afterMs => {
    const fire = vi.fn()
    systemClock().setTimer(afterMs, fire)
    vi.advanceTimersByTime(afterMs - 1)
    expect(fire).not.toHaveBeenCalled()
    vi.advanceTimersByTime(10)
    expect(fire).toHaveBeenCalledTimes(1)
  },
)

test('an infinite wait never ends', () => {
  const fire = vi.fn()
  systemClock().setTimer(Number.POSITIVE_INFINITY, fire)
  vi.advanceTimersByTime(400 * dayMs)
  expect(fire).not.toHaveBeenCalled()
})

test('a fraction of a millisecond is waited for, and one more for clocks that are early', () => {
  const fire = vi.fn()
  systemClock().setTimer(1.9, fire)
  vi.advanceTimersByTime(2)
  expect(fire).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(fire).toHaveBeenCalledTimes(1)
})

test.each([0, -5, Number.NEGATIVE_INFINITY])(
  'a wait of %i ms is none, but not synchronous',
  afterMs => {
    const fire = vi.fn()
    systemClock().setTimer(afterMs, fire)
    expect(fire).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(fire).toHaveBeenCalledTimes(1)
  },
)

test('a cancelled timer never fires, in whichever part of a long wait it is', () => {
  const clock = systemClock()
  const fire = vi.fn()
  clock.setTimer(10, fire).cancel()
  const long = clock.setTimer(60 * dayMs, fire)
  vi.advanceTimersByTime(40 * dayMs)
  long.cancel()
  vi.advanceTimersByTime(100 * dayMs)
  expect(fire).not.toHaveBeenCalled()
  expect(vi.getTimerCount()).toBe(0)
})

test('cancelling what has fired is harmless, also from inside', () => {
  const clock = systemClock()
  const fire = vi.fn(() => timer.cancel())
  const timer = clock.setTimer(5, fire)
  vi.advanceTimersByTime(10)
  timer.cancel()
  expect(fire).toHaveBeenCalledTimes(1)
})

test('both clocks are read when asked', () => {
  const clock = systemClock()
  vi.spyOn(Date, 'now').mockReturnValueOnce(1_000).mockReturnValueOnce(500)
  vi.spyOn(performance, 'now').mockReturnValueOnce(7).mockReturnValueOnce(8.5)
  expect([clock.now(), clock.now()]).toEqual([1_000, 500])
  expect([clock.monotonic(), clock.monotonic()]).toEqual([7, 8.5])
})

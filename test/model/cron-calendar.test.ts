/** What the calendar makes of what a library answers about a wall clock. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wallClockCalendar } from '../../src/model/cron-calendar.ts'
import { day, hour, minute, second, startAt } from './builders.ts'

const anchorAt = 0

/** A wall clock that knows these instants. */
function clockOf(
  instants: readonly number[],
  answer: (found: number, at: number) => number = a => a,
) {
  const clock = {
    asked: 0,
    place: 'here',
    after(at: number): number | null {
      clock.asked++
      const found = instants.find(instant => instant > at)
      return found === undefined ? null : answer(found, at)
    },
    placeAt: (): unknown => clock.place,
  }
  return clock
}

const daily = Array.from({ length: 800 }, (_, index) => startAt + (index - 400) * day)

describe('the instants', () => {
  test('next is strictly after, latest at or before, also between two seconds', () => {
    const { next, latest } = wallClockCalendar(clockOf(daily))
    expect(next(anchorAt, startAt)).toBe(startAt + day)
    expect(next(anchorAt, startAt - 1)).toBe(startAt)
    expect(next(anchorAt, startAt - second - 1)).toBe(startAt)
    expect(latest(anchorAt, startAt)).toBe(startAt)
    expect(latest(anchorAt, startAt - 1)).toBe(startAt - day)
    expect(latest(anchorAt, startAt + day - 1)).toBe(startAt)
  })

  test('whatever they are, in whatever order they are asked for', () => {
    const steps = fc.array(fc.integer({ min: 1, max: 40 * 24 * 3600 }), {
      minLength: 2,
      maxLength: 40,
    })
    fc.assert(
      fc.property(steps, fc.array(fc.nat(1e6), { minLength: 1, maxLength: 12 }), (gaps, picks) => {
        let at = startAt
        const instants = gaps.map(gap => (at += gap * second))
        const calendar = wallClockCalendar(clockOf(instants))
        for (const pick of picks) {
          const span = at + day - startAt
          const asked = startAt + Math.floor((pick / 1e6) * span)
          const expected = instants.findLast(instant => instant <= asked) ?? null
          expect(calendar.latest(anchorAt, asked)).toBe(expected)
          expect(calendar.next(anchorAt, asked)).toBe(
            instants.find(instant => instant > asked) ?? Number.POSITIVE_INFINITY,
          )
        }
      }),
      { numRuns: 200 },
    )
  })

  test('an answer that is not after what was asked is not believed: no instant comes twice', () => {
    // Around a change of summer time it names the hour that has passed, for a minute.
    const stubborn = clockOf(daily, (found, at) =>
      at >= startAt && at < startAt + minute ? startAt : found,
    )
    const { next } = wallClockCalendar(stubborn)
    expect(next(anchorAt, startAt)).toBe(startAt + day)
    expect(next(anchorAt, startAt + 30 * second)).toBe(startAt + day)
  })

  test('a clock that never gets beyond an instant has no next one, and no end of questions', () => {
    const stuck = clockOf(daily, () => startAt)
    expect(wallClockCalendar(stuck).next(anchorAt, startAt)).toBe(Number.POSITIVE_INFINITY)
    expect(stuck.asked).toBeLessThanOrEqual((2 * hour) / second + 1)
  })

  test('before the first there is none', () => {
    const { latest } = wallClockCalendar(clockOf([startAt]))
    expect(latest(anchorAt, startAt - 1)).toBeNull()
    expect(latest(anchorAt, startAt + 365 * day)).toBe(startAt)
  })

  test('a period begins with an instant and ends with the next', () => {
    const { periodMs } = wallClockCalendar(clockOf([startAt, startAt + hour, startAt + day]))
    expect(periodMs(anchorAt, startAt)).toBe(hour)
    expect(periodMs(anchorAt, startAt + hour)).toBe(23 * hour)
  })
})

describe('what was found', () => {
  test('is not asked for again', () => {
    const clock = clockOf(daily)
    const { next, latest } = wallClockCalendar(clock)
    latest(anchorAt, startAt + hour)
    const { asked } = clock
    for (let at = startAt; at < startAt + day; at += hour) {
      expect(latest(anchorAt, at)).toBe(startAt)
      expect(next(anchorAt, at)).toBe(startAt + day)
    }
    expect(clock.asked).toBe(asked)
  })

  test('counts for every moment up to the next instant, by whomever it is asked', () => {
    const clock = clockOf(daily)
    const { next } = wallClockCalendar(clock)
    for (const at of [startAt + hour, startAt + 2 * hour, startAt + hour - 1, startAt + 9 * hour])
      expect(next(anchorAt, at)).toBe(startAt + day)
    expect(clock.asked).toBe(2)
  })

  test('makes the following period cost one question', () => {
    const clock = clockOf(daily)
    const { latest } = wallClockCalendar(clock)
    latest(anchorAt, startAt)
    const { asked } = clock
    expect(latest(anchorAt, startAt + day)).toBe(startAt + day)
    expect(clock.asked - asked).toBe(1)
  })

  test('a search takes few questions, however fine the instants and however far the last one', () => {
    const fine = wallClockCalendar({ after: at => at + second, placeAt: () => 0 })
    expect(fine.latest(anchorAt, startAt + 400)).toBe(startAt)
    const clock = clockOf([startAt, startAt + 8 * 365 * day])
    expect(wallClockCalendar(clock).latest(anchorAt, startAt + 5 * 365 * day)).toBe(startAt)
    expect(clock.asked).toBeLessThan(100)
  })

  test('is of one place: whoever travels has other instants', () => {
    const clock = clockOf(daily)
    const { next, latest } = wallClockCalendar(clock)
    expect(latest(anchorAt, startAt + hour)).toBe(startAt)
    const moved = clockOf(daily.map(at => at + 6 * hour))
    clock.after = moved.after
    expect(next(anchorAt, startAt + hour)).toBe(startAt + day)
    clock.place = 'six hours west'
    expect(next(anchorAt, startAt + hour)).toBe(startAt + 6 * hour)
    expect(latest(anchorAt, startAt + hour)).toBe(startAt - 18 * hour)
  })
})

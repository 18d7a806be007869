import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wallClockCalendar } from '../../src/model/cron-calendar.ts'
import { type Calendar, everyCalendar, lookAtSlots, type Missed } from '../../src/model/schedule.ts'
import { jitterMs } from '../../src/model/schedule-jitter.ts'
import { day, hour, minute, second, startAt } from './builders.ts'

/** Every full hour, or every so many ms, of the wall clock. */
const hourly = (periodMs: number = hour): Calendar =>
  wallClockCalendar({
    after: at => (Math.floor(at / periodMs) + 1) * periodMs,
    placeAt: () => 'here',
  })
const look = (
  now: number,
  anchorAt: number,
  lastSlot: number,
  missed: Missed = 'latest',
  calendar = hourly(),
) => lookAtSlots({ id: 'cron', calendar, missed }, { anchorAt, lastSlot }, 0, now)

/** An arming by which an hourly slot waits for at least so long. */
function anchorThatWaits(atLeastMs: number): number {
  const armings = Array.from({ length: 100 }, (_, index) => startAt - 10 * day + index)
  return armings.find(anchorAt => jitterMs(anchorAt, hour) >= atLeastMs) ?? Number.NaN
}

describe('the jitter of a slot', () => {
  test('is less than 60 s and than 5 % of the period, and the same whenever it is asked for', () => {
    const periods = fc.integer({ min: 1, max: 3 * day }).map(each => each * second)
    fc.assert(
      fc.property(fc.nat(10 * day), periods, (before, periodMs) => {
        const waits = jitterMs(startAt - before, periodMs)
        expect(waits).toBeGreaterThanOrEqual(0)
        expect(waits).toBeLessThan(Math.min(60_000, periodMs / 20) + 1)
        expect(jitterMs(startAt - before, periodMs)).toBe(waits)
      }),
    )
  })

  test('spreads devices over that time, though they were armed a millisecond apart', () => {
    const tenths = new Set<number>()
    for (let device = 0; device < 200; device++)
      tenths.add(Math.floor(jitterMs(startAt + device, hour) / 6_000))
    expect(tenths.size).toBe(10)
  })

  test('there is none where a schedule counts from its own arming', () => {
    const anchorAt = anchorThatWaits(30 * second)
    const { due } = look(anchorAt + hour, anchorAt, anchorAt, 'latest', everyCalendar(hour))
    expect(due?.at).toBe(anchorAt + hour)
  })
})

describe('a slot that waits', () => {
  const anchorAt = anchorThatWaits(30 * second)
  const waits = jitterMs(anchorAt, hour)

  test('is due when its jitter is over, and named by its own instant', () => {
    expect(look(startAt + waits - 1, anchorAt, startAt - hour)).toMatchObject({
      due: null,
      nextAt: startAt + waits,
    })
    expect(look(startAt + waits, anchorAt, startAt - hour)).toMatchObject({
      due: { at: startAt, anchorAt, periodMs: hour },
      nextAt: startAt + hour,
    })
  })

  test('holds up no slot before it that was missed', () => {
    expect(look(startAt + 1, anchorAt, startAt - 3 * hour)).toMatchObject({
      due: { at: startAt - hour },
      nextAt: startAt + waits,
    })
    const all = look(startAt + 1, anchorAt, startAt - 3 * hour, 'all')
    expect(all).toMatchObject({ due: { at: startAt - 2 * hour }, nextAt: startAt + waits })
  })

  test('is not missed before it is a minute later than that', () => {
    const skip = (now: number) => look(now, anchorAt, startAt - hour, 'skip').due?.at
    expect(skip(startAt + waits + minute)).toBe(startAt)
    expect(skip(startAt + waits + minute + 1)).toBeUndefined()
  })

  test('was before a sign-in when its instant was', () => {
    const calendar = hourly()
    const known = { anchorAt, lastSlot: startAt - 3 * hour }
    const schedule = { id: 'cron', calendar, missed: 'latest' } as const
    const signedIn = startAt + 1
    expect(lookAtSlots(schedule, known, signedIn, startAt + 2 * minute)).toMatchObject({
      due: null,
      nextAt: startAt + hour,
    })
    // One that was signed in for, and one that waits: neither is found again before the next.
    const served = { anchorAt, lastSlot: startAt - hour + 1 }
    expect(lookAtSlots(schedule, served, 0, startAt + 1)).toMatchObject({
      due: null,
      nextAt: startAt + waits,
    })
  })

  test('was before the arming when its instant was', () => {
    const armedAt = startAt + 1
    expect(look(startAt + 10 * minute, armedAt, armedAt).due).toBeNull()
  })

  test('comes in the order of the instants, each once', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 3, maxLength: 20 }),
        fc.nat(day),
        (gaps, before) => {
          let at = startAt
          const instants = gaps.map(gap => (at += gap * second))
          const after = (asked: number) => instants.find(each => each > asked) ?? null
          const calendar = wallClockCalendar({ after, placeAt: () => 0 })
          const served: number[] = []
          let lastSlot = startAt
          for (let now = startAt; now < at; now += 200) {
            const { due } = look(now, startAt - before, lastSlot, 'latest', calendar)
            if (!due) continue
            lastSlot = due.at
            served.push(due.at)
          }
          // The end of the last one has no period: it waits for up to a minute.
          expect(served.filter(each => each !== at)).toEqual(instants.slice(0, -1))
        },
      ),
      { numRuns: 40 },
    )
  })
})

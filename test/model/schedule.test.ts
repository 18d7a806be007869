import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  backlogKept,
  type Calendar,
  everyCalendar,
  lookAtSlots,
  type Missed,
} from '../../src/model/schedule.ts'
import { day, hour, minute, second, startAt } from './builders.ts'

const every = (periodMs: number, missed: Missed = 'latest') => ({
  id: 'every',
  calendar: everyCalendar(periodMs),
  missed,
})
const slot = (lastSlot: number, anchorAt = startAt) => ({ anchorAt, lastSlot })
const never = Number.NEGATIVE_INFINITY

describe('the instants of every(period)', () => {
  const { next, latest } = everyCalendar(15 * minute)

  test('they are counted from the anchor', () => {
    expect(latest(startAt, startAt)).toBe(startAt)
    expect(next(startAt, startAt)).toBe(startAt + 15 * minute)
    expect(latest(startAt, startAt + 15 * minute - 1)).toBe(startAt)
    expect(next(startAt, startAt + 15 * minute - 1)).toBe(startAt + 15 * minute)
  })

  test('before the anchor there is none', () => {
    expect(latest(startAt, startAt - 1)).toBeNull()
    expect(next(startAt, startAt - day)).toBe(startAt)
  })

  test('the next is strictly after, the latest at or before, one period apart', () => {
    const period = fc.integer({ min: second, max: 7 * day })
    fc.assert(
      fc.property(period, fc.nat(10 * day), (periodMs, after) => {
        const calendar = everyCalendar(periodMs)
        const at = startAt + after
        const before = calendar.latest(startAt, at) ?? Number.NaN
        expect(before).toBeLessThanOrEqual(at)
        expect(calendar.next(startAt, at)).toBeGreaterThan(at)
        expect(calendar.next(startAt, at) - before).toBe(periodMs)
      }),
    )
  })
})

describe('the first arming', () => {
  test('every is due at once, and anchored there', () => {
    expect(lookAtSlots(every(hour), null, never, startAt)).toEqual({
      due: { at: startAt, anchorAt: startAt, periodMs: hour },
      nextAt: startAt + hour,
      passedOver: 0,
      isUnarmed: false,
    })
  })

  test('a schedule of the wall clock has no past: it is armed first', () => {
    const calendar: Calendar = { ...everyCalendar(hour), isAnchored: false }
    expect(lookAtSlots({ id: 'cron', calendar, missed: 'all' }, null, never, startAt)).toEqual({
      due: null,
      nextAt: startAt + hour,
      passedOver: 0,
      isUnarmed: true,
    })
  })
})

describe('a look at the slots', () => {
  test('between two slots nothing is due', () => {
    expect(lookAtSlots(every(hour), slot(startAt), never, startAt + hour - 1)).toEqual({
      due: null,
      nextAt: startAt + hour,
      passedOver: 0,
      isUnarmed: false,
    })
  })

  test('a slot is due from its instant on, until it is served', () => {
    const { due, nextAt } = lookAtSlots(every(hour), slot(startAt), never, startAt + hour)
    expect(due).toEqual({ at: startAt + hour, anchorAt: startAt, periodMs: hour })
    expect(nextAt).toBe(startAt + 2 * hour)
    expect(lookAtSlots(every(hour), slot(startAt + hour), never, startAt + hour).due).toBeNull()
  })

  test('a clock that is set back repeats nothing', () => {
    expect(
      lookAtSlots(every(hour), slot(startAt + 5 * hour), never, startAt + 3 * hour).due,
    ).toBeNull()
  })

  test('what was missed before a sign-in is not due after it', () => {
    const now = startAt + 10 * hour
    for (const missed of ['latest', 'all'] as const) {
      expect(lookAtSlots(every(hour, missed), slot(startAt), now, now).due).toBeNull()
      expect(lookAtSlots(every(hour, missed), slot(startAt), now, now + hour).due?.at).toBe(
        now + hour,
      )
    }
  })
})

describe('slots that passed while nobody could run them', () => {
  const now = startAt + 5 * hour + 10 * minute

  test('latest: one catch-up, for the last of them', () => {
    expect(lookAtSlots(every(hour), slot(startAt), never, now).due?.at).toBe(startAt + 5 * hour)
  })

  test('skip: none, and the next one at its time; a timer that was late by a minute is no miss', () => {
    const look = (lateMs: number) =>
      lookAtSlots(every(hour, 'skip'), slot(startAt), never, startAt + hour + lateMs)
    expect(look(10 * minute)).toMatchObject({ due: null, nextAt: startAt + 2 * hour })
    expect(look(minute).due?.at).toBe(startAt + hour)
    expect(look(minute + 1).due).toBeNull()
    expect(look(hour).due?.at).toBe(startAt + 2 * hour)
  })

  /** Serves what is due until nothing is. */
  function serveAll(missed: Missed, from: number, until: number): number[] {
    const served: number[] = []
    for (let last = from; served.length < 100; ) {
      const { due } = lookAtSlots(every(hour, missed), slot(last), never, until)
      if (!due) return served
      expect(due.at).toBeGreaterThan(last)
      last = due.at
      served.push(last)
    }
    throw new Error('it never ends')
  }

  test('all: each of them, the oldest first', () => {
    expect(serveAll('all', startAt, now)).toEqual([1, 2, 3, 4, 5].map(n => startAt + n * hour))
    expect(serveAll('latest', startAt, now)).toEqual([startAt + 5 * hour])
    expect(serveAll('skip', startAt, now)).toEqual([])
  })

  test('all: ten are kept, older ones are passed over and told', () => {
    const until = startAt + 100 * hour
    const expected = Array.from({ length: backlogKept }, (_, i) => startAt + (91 + i) * hour)
    expect(backlogKept).toBe(10)
    expect(serveAll('all', startAt, until)).toEqual(expected)
    expect(lookAtSlots(every(hour, 'all'), slot(startAt), never, until).passedOver).toBe(90)
    expect(
      lookAtSlots(every(hour, 'all'), slot(startAt + 90 * hour), never, until).passedOver,
    ).toBe(0)
    expect(
      lookAtSlots(every(hour, 'all'), slot(startAt + 95 * hour), never, until).passedOver,
    ).toBe(0)
  })

  test('all: exactly ten are no overflow', () => {
    const look = lookAtSlots(every(hour, 'all'), slot(startAt), never, startAt + 10 * hour)
    expect(look).toMatchObject({ due: { at: startAt + hour }, passedOver: 0 })
  })

  test('a year away costs no more than a day', () => {
    let asked = 0
    const { next, latest, ...rest } = everyCalendar(second)
    const counting: Calendar = {
      ...rest,
      next,
      latest: (anchorAt, at) => {
        asked++
        return latest(anchorAt, at)
      },
    }
    lookAtSlots(
      { id: 'every', calendar: counting, missed: 'all' },
      slot(startAt),
      never,
      startAt + 365 * day,
    )
    expect(asked).toBeLessThanOrEqual(2 * (backlogKept + 2))
  })
})

describe('after a clock that was a year ahead was set right', () => {
  const year = 365 * day

  test('a schedule begins anew, whether its anchor or only its last slot is of that time', () => {
    const anew = {
      due: { at: startAt, anchorAt: startAt, periodMs: hour },
      nextAt: startAt + hour,
      passedOver: 0,
      isUnarmed: false,
    }
    const armedThen = slot(startAt + year, startAt + year)
    expect(lookAtSlots(every(hour), armedThen, never, startAt)).toEqual(anew)
    const servedThen = slot(startAt + year, startAt - day)
    expect(lookAtSlots(every(hour), servedThen, never, startAt)).toEqual(anew)
  })

  test('an hour back is waited for: what was served is not served again', () => {
    const served = slot(startAt + hour, startAt - day)
    expect(lookAtSlots(every(hour), served, never, startAt).due).toBeNull()
  })

  test('a sign-in of that time keeps nothing from being due', () => {
    const armed = slot(startAt - 2 * hour, startAt - day)
    expect(lookAtSlots(every(hour), armed, startAt + year, startAt).due?.at).toBe(startAt)
    expect(lookAtSlots(every(hour), armed, startAt + second, startAt).due).toBeNull()
  })
})

test('whatever is due is newer than what was served, never ahead of the clock, and a slot of its calendar', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: second, max: day }),
      fc.constantFrom<Missed>('latest', 'skip', 'all'),
      fc.integer({ min: -10, max: 40 }),
      fc.integer({ min: -5 * day, max: 20 * day }),
      fc.option(fc.integer({ min: -day, max: day }), { nil: never }),
      (periodMs, missed, served, after, floorAfter) => {
        const now = startAt + after
        const last = startAt + served * periodMs
        const floorAt = startAt + floorAfter
        const { due, nextAt } = lookAtSlots(every(periodMs, missed), slot(last), floorAt, now)
        expect(nextAt).toBeGreaterThan(now)
        // Beyond a period and a day the clock was set back: the schedule begins anew.
        if (!due || Math.max(last, startAt) - now > periodMs + day) return
        expect(due.at).toBeGreaterThan(last)
        if (floorAt <= now) expect(due.at).toBeGreaterThan(floorAt)
        expect(due.at).toBeLessThanOrEqual(now)
        expect((due.at - startAt) % periodMs).toBe(0)
      },
    ),
    { numRuns: 300 },
  )
})

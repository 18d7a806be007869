/** Cron over changes of summer time: the pinned table, and every change of a year in every zone. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Calendar } from '../../src/model/schedule.ts'
import { cron } from '../../src/trigger/cron.ts'
import { day, hour, minute } from './builders.ts'
import { changesOfYear, distinctChanges, zones } from './cron-zones.ts'

const anchorAt = 0

function calendarOf(expression: string, timeZone: string): Calendar {
  const source = cron(expression, { timeZone })
  if (source.kind !== 'schedule') throw new Error('it is a schedule')
  return source.schedule.calendar
}

/** The first instants from `from` on. */
function instantsFrom({ next }: Calendar, from: number, count: number): number[] {
  const found: number[] = []
  for (let at = from - 1; found.length < count; at = found.at(-1) ?? at) found.push(next(0, at))
  return found
}

describe('pinned: what a wall clock says when summer time begins or ends', () => {
  const newYork = 'America/New_York'
  const lordHowe = 'Australia/Lord_Howe'

  test.each([
    // 02:30 does not exist: at the moment of the change, once.
    ['30 2 * * *', newYork, '2025-03-09T00:00Z', ['03-09T07:00', '03-10T06:30']],
    // 01:30 comes twice: the first time only.
    ['30 1 * * *', newYork, '2025-11-02T00:00Z', ['11-02T05:30', '11-03T06:30']],
    // What repeats within the hour goes on through both of them.
    [
      '*/30 * * * *',
      newYork,
      '2025-11-02T05:00Z',
      ['11-02T05:00', '11-02T05:30', '11-02T06:00', '11-02T06:30', '11-02T07:00'],
    ],
    // Half an hour is put back: the full hour is at half past, by the clock of the world.
    [
      '0 * * * *',
      lordHowe,
      '2025-04-05T13:00Z',
      ['04-05T13:00', '04-05T14:00', '04-05T15:30', '04-05T16:30'],
    ],
    ['45 1 * * *', lordHowe, '2025-04-05T00:00Z', ['04-05T14:45', '04-06T15:15']],
    // Midnight does not exist.
    ['0 0 * * *', 'Asia/Beirut', '2025-03-29T00:00Z', ['03-29T22:00', '03-30T21:00']],
  ])('%s in %s from %s', (expression, zone, from, expected) => {
    const found = instantsFrom(calendarOf(expression, zone), Date.parse(from), expected.length)
    expect(found.map(at => new Date(at).toISOString())).toEqual(
      expected.map(each => `2025-${each}:00.000Z`),
    )
  })
})

describe('every change of summer time', () => {
  /** Walks over a change, and asks again from anywhere: it is one strictly growing list of instants. */
  function checkChange(expression: string, zone: string, changeAt: number, asked: number[]): void {
    const calendar = calendarOf(expression, zone)
    const [from, until] = [changeAt - 2 * hour, changeAt + 2 * hour]
    const walked: number[] = []
    for (let at = from; at <= until && walked.length < 40; at = walked.at(-1) ?? at) {
      const found = calendar.next(anchorAt, at)
      expect(found).toBeGreaterThan(at)
      walked.push(found)
    }
    // From wherever it begins the same instants are found: none of them twice, none of them only sometimes.
    for (const part of asked) {
      const at = Math.floor(from + part * ((walked.at(-1) ?? until) - from - 1))
      expect(calendar.next(anchorAt, at)).toBe(walked.find(instant => instant > at))
    }
  }

  const shapes = ['30 2 * * *', '*/20 * * * *', '0 */2 * * *', '45 0-3 * * *', '0 0 * * SUN,SAT']
  const changes = changesOfYear(2025, zones)

  test('2025, in every zone that has one', () => {
    expect(new Set(changes.map(({ zone }) => zone)).size).toBeGreaterThan(100)
    changes.forEach(({ zone, at }, index) =>
      checkChange(shapes[index % shapes.length] ?? '', zone, at, [0.5]),
    )
  })

  test('2025, each kind of change with each shape of expression', () => {
    const kinds = distinctChanges(changes)
    expect(kinds.length).toBeGreaterThan(40)
    for (const { zone, at } of kinds)
      for (const shape of shapes) checkChange(shape, zone, at, [0.71])
  })

  test('the latest instant is the last of those that come next', () => {
    for (const { zone, at } of distinctChanges(changes)) {
      const { latest, next } = calendarOf('15,45 1-3 * * *', zone)
      const found = latest(anchorAt, at + hour) ?? Number.NaN
      expect(found).toBeLessThanOrEqual(at + hour)
      expect(next(anchorAt, found)).toBeGreaterThan(at + hour)
      expect(next(anchorAt, found - 1)).toBe(found)
    }
  })

  test('any other year, zone and shape', () => {
    const field = (max: number) =>
      fc.oneof(
        fc.constant('*'),
        fc.nat(max).map(String),
        fc.integer({ min: 2, max: 30 }).map(step => `*/${Math.min(step, max)}`),
        fc.tuple(fc.nat(max), fc.nat(max)).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`),
        fc.tuple(fc.nat(max), fc.nat(max)).map(each => each.join(',')),
      )
    fc.assert(
      fc.property(
        fc.integer({ min: 1975, max: 2030 }),
        fc.constantFrom(...zones),
        fc.tuple(field(59), field(4), fc.constantFrom('*', '*', '1-15', 'L')),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 3, maxLength: 3 }),
        (year, zone, [minutes, hours, days], asked) => {
          for (const { at } of changesOfYear(year, [zone]))
            checkChange(`${minutes} ${hours} ${days} * *`, zone, at, asked)
        },
      ),
      { numRuns: 40 },
    )
  })
})

test('the wall clock of the device is that of its zone', () => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const here = cron('0 9 * * *')
  if (here.kind !== 'schedule') throw new Error('it is a schedule')
  const at = Date.UTC(2025, 5, 1)
  expect(here.schedule.calendar.next(0, at)).toBe(calendarOf('0 9 * * *', timeZone).next(0, at))
  expect(here.schedule.calendar.next(0, at) - at).toBeLessThanOrEqual(day + minute)
})

import { Cron } from 'croner'
import { describe, expect, test } from 'vitest'
import type { RegistryError } from '../../src/index.ts'
import { cron, type CronOptions } from '../../src/trigger/cron.ts'
import { thrownBy } from '../registry/build.ts'

function scheduleOf(expression: string, options?: CronOptions) {
  const source = cron(expression, options)
  if (source.kind !== 'schedule') throw new Error('it is a schedule')
  return source.schedule
}

function refusalOf(expression: string, options?: CronOptions): RegistryError {
  return thrownBy(() => cron(expression, options)) as RegistryError
}

describe('the identity of a schedule', () => {
  test('is its id, else kind, expression and zone, however they are spaced', () => {
    expect(scheduleOf('0 6 * * *', { id: 'nightly' }).id).toBe('nightly')
    expect(scheduleOf(' 0  6 * * * ').id).toBe('cron:0 6 * * *')
    expect(scheduleOf('0 6 * * *', { timeZone: 'Asia/Tokyo' }).id).toBe('cron:0 6 * * *:Asia/Tokyo')
  })
})

describe('an expression that is not one', () => {
  test.each([
    ['0 25 * * *', 'hour', '25', '(field 2 of 5)', '0 to 23'],
    ['61 * * * *', 'minute', '61', '(field 1 of 5)', '0 to 59'],
    ['0 0 32 * *', 'day of the month', '32', '(field 3 of 5)', '1 to 31 or L'],
    ['0 0 * 13 *', 'month', '13', '(field 4 of 5)', '1 to 12 or JAN to DEC'],
    ['0 0 * * FUN', 'day of the week', 'FUN', '(field 5 of 5)', '0 to 7 or SUN to SAT'],
    ['99 0 0 * * *', 'second', '99', '(field 1 of 6)', '0 to 59'],
    ['0 0 30-20 * *', 'day of the month', '30-20', '(field 3 of 5)', '1 to 31 or L'],
    ['*/90 * * * *', 'minute', '*/90', '(field 1 of 5)', '0 to 59'],
    ['0 ? * * *', 'hour', '?', '(field 2 of 5)', '0 to 23'],
  ])('%s: names the %s, what was found and what is expected', (...wrong) => {
    const [expression, field, found, place, expected] = wrong
    const error = refusalOf(expression)
    expect(error).toMatchObject({ code: 'invalid-argument', details: { field, found, expected } })
    for (const part of [`the ${field} in "${expression}"`, place, `"${found}"`, expected])
      expect(error.message).toContain(part)
  })

  test.each([
    ['0 6 * *', 'has 4 of the fields: expected 5'],
    ['0 0 6 * * * 2030', 'has 7 of the fields: expected 5'],
    ['', 'has 1 of the fields: expected 5'],
    ['2025-01-01T00:00:00', 'has 1 of the fields: expected 5'],
    ['0 0 31 2 *', 'is at no time'],
    ['@reboot', 'is no cron expression'],
  ])('%s: %s', (expression, message) => {
    expect(refusalOf(expression)).toMatchObject({
      code: 'invalid-argument',
      message: expect.stringContaining(message) as string,
    })
  })

  test('neither is what is no text', () => {
    expect(refusalOf(5 as never).message).toContain('found 5')
  })
})

test('what croner takes as five or six fields is taken, with names, steps and nicknames', () => {
  const at = Date.UTC(2025, 0, 1)
  for (const expression of ['*/5 8-18 * * MON-FRI', '30 0 0 L * *', '0 9 * JAN,JUL 1#2', '@daily'])
    expect(scheduleOf(expression, { timeZone: 'UTC' }).calendar.next(0, at)).toBe(
      new Cron(expression, { timezone: 'UTC' }).nextRun(new Date(at))?.getTime(),
    )
})

test('a zone that is not one, an option that is not known and a wrong word fail at the definition', () => {
  expect(refusalOf('0 6 * * *', { timeZone: 'Mars/Olympus' })).toMatchObject({
    code: 'invalid-argument',
    message: expect.stringContaining('"Mars/Olympus"') as string,
  })
  // To the library of expressions it is none: the zone of the device.
  expect(refusalOf('0 6 * * *', { timeZone: '' })).toMatchObject({
    code: 'invalid-argument',
    message: expect.stringContaining('""') as string,
  })
  expect(refusalOf('0 6 * * *', { timezone: 'UTC' } as never).message).toContain('timeZone')
  expect(refusalOf('0 6 * * *', { missed: 'none' as never }).message).toContain('latest, skip, all')
})

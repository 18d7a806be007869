import { describe, expect, test } from 'vitest'
import { schemaVersion } from '../../src/model/record.ts'
import { everyCalendar, lookAtSlots, type Schedule } from '../../src/model/schedule.ts'
import { decideArming } from '../../src/model/schedule-arming.ts'
import type { StoreState } from '../../src/model/facts.ts'
import { aRecord, aState, aUser, day, hour, key, someFacts, startAt } from './builders.ts'

const daily: Schedule = {
  id: 'daily',
  calendar: { ...everyCalendar(day), isAnchored: false },
  missed: 'latest',
}
const counted: Schedule = { id: 'counted', calendar: everyCalendar(hour), missed: 'latest' }
const arm = (state: StoreState, schedules: readonly Schedule[] = [daily]) =>
  decideArming(state, key, schedules, someFacts())

describe('the first arming of a schedule of the wall clock', () => {
  test('is written down once: whoever comes second finds it', () => {
    const first = arm(aState())
    expect(first.record?.slots).toEqual({ daily: { anchorAt: startAt, lastSlot: startAt } })
    expect(first.result.armed).toBe(true)
    const second = arm(aState({ record: first.record ?? null, now: startAt + 50 }))
    expect(second).toEqual({ result: { armed: false, acquired: false, needsPresence: false } })
  })

  test('has no past, but a next slot, also when nobody was there for it', () => {
    const { record } = arm(aState())
    const slot = record?.slots['daily'] ?? null
    expect(lookAtSlots(daily, slot, 0, startAt).due).toBeNull()
    expect(lookAtSlots(daily, slot, 0, startAt + 3 * day + hour).due?.at).toBe(startAt + 3 * day)
  })

  test('what counts from its own first slot is armed by that, and not here', () => {
    expect(arm(aState(), [counted]).record).toBeUndefined()
    expect(Object.keys(arm(aState(), [counted, daily]).record?.slots ?? {})).toEqual(['daily'])
  })

  test('of a key that is running leaves everything else as it is', () => {
    const slots = { other: { anchorAt: startAt - day, lastSlot: startAt - hour } }
    const before = aRecord({ slots, version: 7, fence: 3 })
    expect(arm(aState({ record: before })).record).toEqual({
      ...before,
      version: 8,
      slots: { ...slots, daily: { anchorAt: startAt, lastSlot: startAt } },
    })
  })

  test('starts nothing for a user who is signed out, nor in a record of a newer version', () => {
    expect(arm(aState({ user: aUser({ signedIn: false }) })).record).toBeUndefined()
    const newer = aRecord({ schemaVersion: schemaVersion + 1 })
    expect(arm(aState({ record: newer })).record).toBeUndefined()
  })
})

describe('arming again', () => {
  test('keeps the last slot of a schedule that its task did without for a while', () => {
    const known = { anchorAt: startAt - 9 * day, lastSlot: startAt - 2 * day }
    expect(arm(aState({ record: aRecord({ slots: { daily: known } }) })).record).toBeUndefined()
    expect(lookAtSlots(daily, known, 0, startAt + hour).due?.at).toBe(startAt)
  })

  test('a period and a day ahead of the clock begins anew, on record; less is waited for', () => {
    const ahead = (ms: number) => {
      const slot = { anchorAt: startAt, lastSlot: startAt + ms, unknown: 1 }
      return arm(aState({ record: aRecord({ slots: { daily: slot } }) }))
    }
    expect(ahead(2 * day).record).toBeUndefined()
    const { record } = ahead(2 * day + hour)
    expect(record?.slots['daily']).toEqual({ anchorAt: startAt, lastSlot: startAt, unknown: 1 })
    expect(record?.recent).toMatchObject([
      { source: 'schedule', decision: 'skipped', reason: 'clock-set-back' },
    ])
  })
})

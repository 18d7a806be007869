import { describe, expect, test } from 'vitest'
import { absorbDeferred, mayMiss } from '../../src/model/absorb-deferred.ts'
import {
  aChange,
  aOneStepPolicy,
  aPolicy,
  aRequest,
  aSealed,
  aWaiting,
  second,
  someFacts,
  type Story,
} from './support.ts'

/** A run that waits, and what was deferred beside it while the key was paused. */
function aPausedWith(
  request = aRequest({ source: 'schedule' }),
  story = aWaiting({ payload: 1 }),
): Story {
  story.pause()
  story.advance(second).trigger(request)
  return story
}

describe('what was deferred while a run was unfinished', () => {
  test('joins the run when it cannot miss it', () => {
    const { record, run, policy } = aPausedWith()
    const absorbed = absorbDeferred(record, run, policy, someFacts())
    expect(absorbed.record).toMatchObject({ deferred: null, buffered: null })
    expect(absorbed.run.triggers.map(note => [note.source, note.decision])).toEqual([
      ['manual', 'started'],
      ['schedule', 'deferred'],
    ])
  })

  test('is the follow-up too when the run may miss it, under its own id', () => {
    const { record, run, policy } = aPausedWith(aRequest({ payload: 2 }))
    const { buffered } = absorbDeferred(record, run, policy, someFacts()).record
    expect(buffered).toMatchObject({ payload: 2, hasPayload: true, runId: record.deferred?.runId })
    expect(buffered).not.toHaveProperty('dueAt')
    expect(buffered).not.toHaveProperty('reason')
  })

  test('is newer than a follow-up that was asked for before', () => {
    const story = aWaiting({ payload: 1 })
    story.trigger(aRequest({ payload: 2 }))
    const { record, run, policy } = aPausedWith(aRequest({ payload: 3 }), story)
    expect(absorbDeferred(record, run, policy, someFacts()).record.buffered).toMatchObject({
      payload: 3,
      runId: record.buffered?.runId,
    })
  })

  test('that is nothing leaves all as it is', () => {
    const { record, run, policy } = aWaiting()
    expect(absorbDeferred(record, run, policy, someFacts())).toEqual({ record, run })
  })
})

describe('what a run that goes on later may miss', () => {
  const asked = { brings: true, payload: null, hasPayload: false }
  const open = aWaiting({ payload: 1 }).run
  const sealed = aSealed({ payload: 1 }).run

  test('another payload, always', () => {
    expect(
      mayMiss(open, { ...asked, brings: false, payload: 2, hasPayload: true }, aPolicy()),
    ).toBe(true)
    expect(
      mayMiss(open, { ...asked, brings: false, payload: null, hasPayload: true }, aPolicy()),
    ).toBe(true)
  })

  test('what comes after its seal, and whatever comes when it never seals', () => {
    expect(mayMiss(sealed, asked, aPolicy())).toBe(true)
    expect(mayMiss(open, asked, aOneStepPolicy())).toBe(true)
    expect(mayMiss(open, asked, aPolicy())).toBe(false)
  })

  test('nothing of what brings nothing', () => {
    for (const run of [open, sealed]) {
      expect(mayMiss(run, { brings: false, payload: 1, hasPayload: true }, aOneStepPolicy())).toBe(
        false,
      )
    }
  })
})

test('a press that was deferred is not lost in a run that waits: the next trigger starts it', () => {
  const story = aPausedWith(aChange({ byUser: true }))
  story.pause(false)
  expect(story.trigger(aRequest())).toMatchObject({ decision: 'started', acquired: true })
  expect(story.run).toMatchObject({ attempt: 1, counted: 0 })
})

import { describe, expect, test } from 'vitest'
import { endRun } from '../../src/model/run-end.ts'
import {
  aPress,
  aRecord,
  aRunning,
  aSealed,
  anError,
  aSlot,
  minute,
  second,
  startAt,
  Story,
} from './support.ts'

const looker = { agent: 'tab-z', agentLabel: 'another tab' }

describe('the end of an occurrence', () => {
  test('its lease is released, its run is gone, its fence stays', () => {
    const { record, now } = aRunning()
    const ended = endRun(record, { status: 'succeeded' }, now, looker)
    expect(ended.record).toMatchObject({
      lease: null,
      run: null,
      fence: record.fence,
      historySeq: 1,
      lastSuccessAt: now,
    })
    expect(ended.record.last).toMatchObject({
      runId: record.run?.runId,
      seq: 1,
      status: 'succeeded',
      at: now,
    })
  })

  test('its row tells what ran, why, for whom, where, for how long and with what end', () => {
    const story = new Story()
    story.trigger(
      { ...aSlot(startAt - minute), payload: 1 },
      { agent: 'tab-b', agentLabel: 'second tab' },
    )
    story.advance(second).endStage()
    story.renew({ result: { rows: 3 } })
    const { row } = endRun(story.record, { status: 'succeeded' }, story.advance(second).now, looker)
    expect(row).toEqual({
      key: 'u1|course_sync',
      seq: 1,
      runId: story.run.runId,
      source: 'schedule',
      byUser: false,
      payload: 1,
      scheduledAt: startAt - minute,
      requestedAt: startAt,
      startedAt: startAt,
      endedAt: startAt + 2 * second,
      status: 'succeeded',
      cause: null,
      error: null,
      result: { rows: 3 },
      agent: 'tab-b',
      agentLabel: 'second tab',
      attempts: 1,
      takeovers: 0,
      recovery: null,
      fence: story.record.fence,
      epoch: 1,
      stages: [
        { stage: 'pulling', startedAt: startAt, endedAt: startAt + second },
        { stage: 'pushing', startedAt: startAt + second, endedAt: startAt + 2 * second },
      ],
      triggers: story.run.triggers,
      triggersDropped: 0,
    })
  })

  test('a run that did not succeed has no result and moves no last success', () => {
    const story = aSealed()
    story.renew({ result: 1 })
    for (const status of ['failed', 'cancelled', 'signed-out'] as const) {
      const { record, row } = endRun(story.record, { status, error: anError() }, story.now, looker)
      expect(row).toMatchObject({ status, result: null, error: anError() })
      expect(record.lastSuccessAt).toBe(0)
    }
  })

  test('what a failed run did not get done is kept for the next', () => {
    const { record, now } = aRunning({ payload: 'undone' })
    expect(
      endRun(record, { status: 'failed', cause: 'fatal' }, now, looker).record.last?.payload,
    ).toBe('undone')
    expect(endRun(record, { status: 'succeeded' }, now, looker).record.last?.payload).toBeNull()
  })

  test('so is what a run did not get done because a newer one replaced it', () => {
    const story = aRunning({ payload: 'undone' })
    story.trigger(aPress({ whenRunning: 'restart' }))
    expect(
      endRun(story.record, { status: 'cancelled' }, story.now, looker).record.last?.payload,
    ).toBe('undone')
  })

  test('what a person cancelled is not done later', () => {
    const story = aRunning({ payload: 'unwanted' })
    story.cancel()
    expect(
      endRun(story.record, { status: 'cancelled' }, story.now, looker).record.last?.payload,
    ).toBeNull()
  })

  test('a run that nobody held is told by who ended it', () => {
    const story = aRunning()
    story.fail()
    expect(endRun(story.record, { status: 'cancelled' }, story.now, looker).row).toMatchObject(
      looker,
    )
  })

  test('a key without a run stays as it is', () => {
    const record = aRecord()
    expect(endRun(record, { status: 'cancelled' }, startAt, looker)).toEqual({ record, row: null })
  })
})

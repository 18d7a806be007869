import { describe, expect, test } from 'vitest'
import { promote } from '../../src/model/promote.ts'
import { endRun } from '../../src/model/run-end.ts'
import {
  aChange,
  aPolicy,
  aPress,
  aRequest,
  aSealed,
  aSlot,
  minute,
  someFacts,
  startAt,
  type Story,
} from './support.ts'

/** A key whose run just ended, with a follow-up that waits. */
function anEnded(request = aChange({ payload: 'edit' })): Story {
  const story = aSealed()
  story.trigger(request, { agent: 'tab-b' })
  const { record } = endRun(story.record, { status: 'succeeded' }, story.now, someFacts())
  story.stored = record
  return story
}

const runIdOf = (story: Story): string | undefined => story.record.buffered?.runId

describe('the follow-up of a run that ended', () => {
  test('it starts at once, under the id that its triggers were told, with a new fence', () => {
    const story = anEnded()
    const facts = someFacts({ owner: 'owner-9' })
    const { record, acquired } = promote(story.record, story.state, facts, story.policy)
    expect(acquired).toBe(true)
    expect(record).toMatchObject({
      buffered: null,
      lease: { owner: 'owner-9', fence: story.record.fence + 1 },
      run: { runId: runIdOf(story), payload: 'edit', source: 'change', state: 'running' },
    })
  })

  test('it carries slot, sources and the oldest time', () => {
    const story = aSealed()
    story.trigger(aPress())
    story.advance(minute).trigger({ ...aSlot(startAt), brings: 'maybe' })
    story.succeed()
    expect(story.run).toMatchObject({
      scheduledAt: startAt,
      requestedAt: startAt,
      source: 'manual',
      byUser: true,
    })
    expect(story.run.triggers.map(note => note.source)).toEqual(['manual', 'schedule'])
  })

  test('an agent that stopped leaves it to others', () => {
    const story = anEnded()
    for (const mayStart of ['agent-stopped', 'presence-needed', 'stage-ignores-signal'] as const) {
      const { record, acquired } = promote(
        story.record,
        story.state,
        someFacts({ mayStart }),
        story.policy,
      )
      expect(acquired).toBe(false)
      expect(record).toMatchObject({
        buffered: null,
        lease: null,
        run: { state: 'pending', runId: runIdOf(story) },
      })
    }
  })

  test('it keeps that id when something that was deferred goes along with it', () => {
    const story = anEnded()
    const { buffered } = story.record
    if (!buffered) throw new Error('nothing is buffered')
    const deferred = {
      ...buffered,
      runId: 'run-of-the-deferred',
      reason: 'gate',
      dueAt: null,
    } as const
    const record = { ...story.record, deferred }
    const promoted = promote(record, story.state, someFacts(), story.policy).record
    expect(promoted).toMatchObject({ deferred: null, run: { runId: buffered.runId } })
  })

  test.each([
    ['paused', { paused: { at: startAt } }, {}],
    ['gate', {}, { gate: 'metered connection' }],
    ['offline', {}, { online: false }],
  ] as const)('it is deferred when the key cannot go on: %s', (reason, changes, facts) => {
    const story = anEnded()
    const { record, acquired } = promote(
      { ...story.record, ...changes },
      story.state,
      someFacts(facts),
      story.policy,
    )
    expect(acquired).toBe(false)
    expect(record).toMatchObject({
      buffered: null,
      run: null,
      lease: null,
      deferred: { reason, dueAt: null, payload: 'edit', runId: runIdOf(story) },
    })
  })

  test('a press, and a task without network, try though the device is offline', () => {
    const offline = someFacts({ online: false })
    const pressed = anEnded(aPress())
    expect(promote(pressed.record, pressed.state, offline, pressed.policy).acquired).toBe(true)
    const changed = anEnded()
    expect(
      promote(changed.record, changed.state, offline, aPolicy({ network: false })).acquired,
    ).toBe(true)
  })

  test('nothing buffered, nothing promoted', () => {
    const story = aSealed()
    story.succeed()
    expect(promote(story.record, story.state, someFacts(), story.policy)).toEqual({
      record: story.record,
      acquired: false,
    })
  })

  test('a run that has not ended keeps its follow-up', () => {
    const story = aSealed()
    story.trigger(aChange())
    expect(promote(story.record, story.state, someFacts(), story.policy)).toEqual({
      record: story.record,
      acquired: false,
    })
  })

  test('a trigger between the last commit and the release is not lost', () => {
    const story = aSealed()
    story.commit({ last: true, cursor: 9 })
    expect(story.trigger(aRequest({ brings: 'maybe' }))).toMatchObject({ decision: 'buffered' })
    expect(story.settle({ kind: 'succeeded', step: null })).toMatchObject({
      ok: true,
      promoted: true,
    })
    expect(story.run.checkpoint).toMatchObject({
      stage: 'pulling',
      cursor: null,
      finished: [],
      sealed: false,
    })
  })
})

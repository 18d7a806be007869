import { remember, withNote, noteTrigger } from '../../src/model/notes.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decideTrigger } from '../../src/model/decide-trigger.ts'
import { continued } from '../../src/model/recovery.ts'

import type { DecisionReason, TriggerRequest } from '../../src/model/trigger.ts'
import { countOf } from './invariants.ts'
import {
  aChange,
  aOneStepPolicy,
  aPending,
  aPolicy,
  aPress,
  aRecord,
  aRequest,
  aRunning,
  aSealed,
  aSlot,
  aState,
  aSucceeded,
  aUser,
  aWaiting,
  day,
  key,
  minute,
  second,
  someFacts,
  startAt,
  Story,
} from './support.ts'

describe('who may ask', () => {
  test.each([
    ['never signed in', null],
    ['signed out', aUser({ signedIn: false, epoch: 2 })],
  ])('for a user who is %s a trigger is rejected, and nothing is written', (_, user) => {
    const story = new Story({ user })
    expect(story.trigger(aPress())).toMatchObject({
      decision: 'rejected',
      reason: 'signed-out',
      acquired: false,
    })
    expect(story.stored).toBeNull()
  })

  test('a page whose user was signed out elsewhere is rejected until it signs in again', () => {
    const story = new Story({ user: aUser({ epoch: 5 }) })
    expect(story.trigger(aPress({ sessionEpoch: 4 }))).toMatchObject({
      decision: 'rejected',
      reason: 'signed-out',
    })
    expect(story.trigger(aPress({ sessionEpoch: 5 }))).toMatchObject({ decision: 'started' })
  })
})

describe('a start', () => {
  test('one transaction gives run, lease and fence', () => {
    const story = new Story()
    const facts = someFacts({ owner: 'owner-9', runId: 'run-9' })
    const { result, record } = decideTrigger(
      story.state,
      key,
      aPress({ payload: 1 }),
      facts,
      story.policy,
    )
    expect(result).toMatchObject({
      decision: 'started',
      reason: null,
      runId: 'run-9',
      acquired: true,
      followUp: false,
    })
    expect(record).toMatchObject({
      version: 1,
      fence: startAt,
      lease: { owner: 'owner-9', fence: startAt },
      run: { runId: 'run-9', state: 'running', payload: 1, source: 'manual', byUser: true },
    })
    expect(record?.run?.triggers).toMatchObject([
      { source: 'manual', decision: 'started', agent: 'tab-a' },
    ])
  })

  test('without presence nothing is decided: the agent takes it and asks again', () => {
    for (const story of [new Story(), aSucceeded(), aPending(), aWaiting()]) {
      const before = story.stored
      expect(story.trigger(aPress(), { mayStart: 'presence-needed' })).toMatchObject({
        needsPresence: true,
        acquired: false,
      })
      expect(story.stored).toBe(before)
    }
  })

  test('what starts nothing needs no presence', () => {
    for (const story of [aRunning(), aSealed()]) {
      expect(story.trigger(aPress(), { mayStart: 'presence-needed' }).needsPresence).toBe(false)
    }
  })

  test('what was deferred is served by the occurrence that starts', () => {
    const story = new Story()
    story.trigger(aChange({ payload: 'edit' }), { online: false })
    expect(story.advance(second).trigger(aPress())).toMatchObject({ decision: 'started' })
    expect(story.record.deferred).toBeNull()
    expect(story.run).toMatchObject({
      payload: 'edit',
      requestedAt: startAt,
      source: 'manual',
      byUser: true,
    })
    expect(story.run.triggers.map(note => [note.source, note.decision])).toEqual([
      ['change', 'deferred'],
      ['manual', 'started'],
    ])
  })

  test('a payload that the trigger brings replaces the one that was deferred', () => {
    const story = new Story()
    story.trigger(aChange({ payload: 'older' }), { online: false })
    story.trigger(aPress({ payload: 'newer' }))
    expect(story.run.payload).toBe('newer')
  })
})

describe('an agent that may not start', () => {
  test.each(['agent-stopped', 'stage-ignores-signal'] as const)(
    'its trigger is recorded for other agents (%s), due at once',
    mayStart => {
      const story = aSucceeded()
      expect(story.trigger(aPress(), { mayStart })).toMatchObject({
        decision: 'deferred',
        reason: mayStart,
        acquired: false,
      })
      expect(story.record.deferred).toMatchObject({ reason: mayStart, dueAt: story.now })
      expect(story.look('time', { agent: 'tab-b' })).toMatchObject({
        acquired: true,
        did: 'deferred',
      })
    },
  )

  test('its slot that queues stays due', () => {
    const story = new Story()
    const slot = aSlot(startAt, { queues: true })
    expect(story.trigger(slot, { mayStart: 'agent-stopped' })).toMatchObject({
      decision: 'deferred',
    })
    expect(story.record.deferred).toBeNull()
    expect(story.record.slots).toEqual({})
    expect(story.trigger(slot, { agent: 'tab-b' })).toMatchObject({ decision: 'started' })
  })
})

describe('joining', () => {
  test('the joiner gets the run’s id, and the run its source', () => {
    const story = aRunning()
    const { fence } = story.record
    expect(story.trigger(aRequest(), { agent: 'tab-b' })).toMatchObject({
      decision: 'joined',
      runId: story.run.runId,
      acquired: false,
      followUp: false,
    })
    expect(story.run.triggers).toMatchObject([
      { source: 'manual' },
      { source: 'foreground', agent: 'tab-b' },
    ])
    expect(story.record.fence).toBe(fence)
  })

  test('joining a run that waits may ask for one more', () => {
    const story = aWaiting({ policy: aOneStepPolicy() })
    expect(story.trigger(aChange())).toMatchObject({
      decision: 'joined',
      reason: 'waiting-retry',
      followUp: true,
    })
    expect(story.record.buffered?.triggers).toMatchObject([{ source: 'change' }])
    expect(story.run.triggers.at(-1)).toMatchObject({ source: 'change', decision: 'joined' })
  })
})

describe('a run that waits, and a press', () => {
  test('the same run goes on at once, its attempts are counted afresh', () => {
    const story = aWaiting()
    const { runId } = story.run
    story.advance(second).look('online')
    story.fail()
    expect(story.run).toMatchObject({ attempt: 2, counted: 2 })
    expect(story.trigger(aPress())).toMatchObject({ decision: 'started', runId, acquired: true })
    expect(story.run).toMatchObject({
      attempt: 1,
      counted: 0,
      failures: 0,
      runId,
      state: 'running',
      wait: null,
    })
  })

  test('it goes on where the checkpoint says', () => {
    const story = aRunning()
    story.reach('page-3')
    story.fail()
    story.trigger(aPress())
    expect(story.run).toMatchObject({
      recovery: 'resume',
      checkpoint: { stage: 'pulling', cursor: 'page-3' },
    })
  })

  test('another payload is asked for as one more run', () => {
    const story = aWaiting({ payload: 1 })
    expect(story.trigger(aPress({ payload: 2 }))).toMatchObject({
      decision: 'started',
      followUp: true,
    })
    expect(story.run.payload).toBe(1)
    expect(story.record.buffered).toMatchObject({ payload: 2, hasPayload: true })
  })
})

describe('what is buffered', () => {
  test('five changes make one follow-up with the latest payload and all sources, and one run id', () => {
    const story = aSealed()
    const answers = [1, 2, 3, 4, 5].map(payload =>
      story
        .advance(second)
        .trigger(aRequest({ source: `change-${payload}`, brings: 'news', payload }), {
          agent: 'tab-b',
        }),
    )
    expect(answers.map(({ decision, reason }) => [decision, reason])).toEqual(
      Array.from({ length: 5 }, () => ['buffered', 'sealed']),
    )
    expect(new Set(answers.map(({ runId }) => runId)).size).toBe(1)
    expect(story.record.buffered).toMatchObject({
      payload: 5,
      requestedAt: startAt + second,
      runId: answers[0]?.runId,
    })
    expect(story.record.buffered?.triggers).toHaveLength(5)
    expect(answers.every(({ followUp }) => followUp)).toBe(true)
  })

  test('a restart cancels the run and buffers the trigger in one write', () => {
    const story = aRunning({ payload: 1 })
    const { runId } = story.run
    const answer = story.trigger(aPress({ whenRunning: 'restart' }))
    expect(answer).toMatchObject({ decision: 'buffered', reason: 'running', followUp: true })
    expect(answer.runId).not.toBe(runId)
    expect(story.run).toMatchObject({ runId, cancel: { reason: 'superseded' } })
    story.settle({ kind: 'cancelled' })
    expect(story.run).toMatchObject({ runId: answer.runId, payload: 1, byUser: true })
  })
})

describe('what is deferred', () => {
  test('one is kept, with all sources; the newest reason counts', () => {
    const story = aSucceeded()
    story.pause()
    story.trigger(aChange({ payload: 1 }))
    story.trigger(aPress())
    expect(story.record.deferred).toMatchObject({
      payload: 1,
      byUser: true,
      reason: 'paused',
      dueAt: null,
    })
    expect(story.record.deferred?.triggers).toHaveLength(2)
    story.pause(false)
    story.trigger(aChange({ payload: 2 }), { online: false })
    expect(story.record.deferred).toMatchObject({ payload: 2, reason: 'offline' })
  })

  test('the caller is told what the gate said', () => {
    expect(aSucceeded().trigger(aPress(), { gate: 'metered connection' })).toMatchObject({
      decision: 'deferred',
      reason: 'gate',
      gate: 'metered connection',
    })
    expect(aRunning().trigger(aPress(), { gate: 'metered connection' }).gate).toBeNull()
  })
})

describe('slots', () => {
  const lastSlot = (story: Story): number | undefined => story.record.slots['every']?.lastSlot

  test('two tabs whose timers fire one after the other run a slot once, however short the run', () => {
    const story = new Story()
    expect(story.trigger(aSlot(startAt), { agent: 'tab-a' })).toMatchObject({ decision: 'started' })
    expect(story.run.scheduledAt).toBe(startAt)
    story.endStage()
    story.succeed()
    expect(story.trigger(aSlot(startAt), { agent: 'tab-b' })).toMatchObject({
      decision: 'skipped',
      reason: 'slot-done',
    })
    expect(lastSlot(story)).toBe(startAt)
  })

  test('two tabs that arm a schedule for the first time run its first slot once', () => {
    const story = new Story()
    const armed = (at: number): TriggerRequest => aSlot(at, { anchorAt: at })
    story.trigger(armed(startAt), { agent: 'tab-a' })
    story.endStage()
    story.succeed()
    expect(story.advance(50).trigger(armed(startAt + 50), { agent: 'tab-b' })).toMatchObject({
      decision: 'skipped',
      reason: 'slot-done',
    })
    expect(story.record.slots).toEqual({ every: { anchorAt: startAt, lastSlot: startAt } })
  })

  test.each<[string, () => Story]>([
    ['joins a run', () => aRunning()],
    ['joins a run that waits', () => aWaiting()],
    ['is deferred', () => pausedStory()],
  ])('a slot that %s is served', (_, make) => {
    const story = make()
    story.trigger(aSlot(startAt))
    expect(lastSlot(story)).toBe(startAt)
    expect(story.trigger(aSlot(startAt)).reason).toBe('slot-done')
  })

  test('a slot that is left stays due, and is recorded', () => {
    const story = aRunning()
    expect(story.trigger(aSlot(startAt, { queues: true }))).toMatchObject({
      decision: 'deferred',
      reason: 'slot-queued',
    })
    expect(lastSlot(story)).toBeUndefined()
    expect(story.record.recent.at(-1)).toMatchObject({
      decision: 'deferred',
      reason: 'slot-queued',
    })
  })

  test('slots of a backlog that nobody will serve are recorded with the one that is served', () => {
    const story = new Story()
    story.trigger(aSlot(startAt, { queues: true, passedOver: 90 }))
    expect(story.record.recent).toMatchObject([
      { source: 'schedule', decision: 'skipped', reason: 'slot-missed', count: 90 },
    ])
    story.trigger(aSlot(startAt + minute, { queues: true, passedOver: 90 }))
    expect(story.record.recent.at(-1)).toMatchObject({ reason: 'slot-queued', count: 1 })
  })

  test('each instant of a backlog runs once, one after the other, oldest first', () => {
    const story = new Story()
    for (const at of [startAt - 2 * minute, startAt - minute, startAt]) {
      expect(story.trigger(aSlot(at, { queues: true }))).toMatchObject({ decision: 'started' })
      expect(story.trigger(aSlot(startAt + day, { queues: true })).decision).toBe('deferred')
      story.endStage()
      story.succeed()
    }
    expect(story.rows.map(row => row.scheduledAt)).toEqual([
      startAt - 2 * minute,
      startAt - minute,
      startAt,
    ])
  })

  function pausedStory(): Story {
    const story = aSucceeded()
    story.pause()
    return story
  }
})

describe('a record of an older epoch', () => {
  test('the next trigger writes down that its run ended, and starts anew', () => {
    const story = aRunning()
    const { runId } = story.run
    story.trigger(aPress({ payload: 'of before' }))
    story.signOut()
    story.signIn()
    expect(story.trigger(aPress())).toMatchObject({ decision: 'started' })
    expect(story.rows).toMatchObject([{ runId, status: 'signed-out', epoch: 1 }])
    expect(story.run.payload).toBeNull()
    expect(story.record).toMatchObject({ epoch: 2, buffered: null, deferred: null })
  })
})

describe('the list of recent decisions', () => {
  const note = (
    changes: Partial<TriggerRequest> = {},
    decision: 'skipped' | 'deferred' | 'buffered' = 'skipped',
    reason: DecisionReason = 'failed',
  ) => noteTrigger(aRequest(changes), decision, reason, someFacts(), startAt)

  test('equal ones in a row are counted, with the time of the latest', () => {
    const once = remember(aRecord(), note())
    const twice = remember(once, { ...note({ count: 4 }), at: startAt + 7 })
    expect(twice.recent).toEqual([{ ...note(), runId: null, count: 5, at: startAt + 7 }])
  })

  test('another decision for the same reason is another entry', () => {
    const record = remember(
      remember(aRecord(), note({}, 'skipped', 'min-interval')),
      note({}, 'deferred', 'min-interval'),
    )
    expect(record.recent.map(each => each.decision)).toEqual(['skipped', 'deferred'])
  })

  test('a press is another entry than an automatic trigger of the same source', () => {
    const record = remember(remember(aRecord(), note()), note({ byUser: true }))
    expect(record.recent.map(each => each.byUser)).toEqual([false, true])
  })

  test('the same decision about another run is another entry', () => {
    const { record } = aRunning()
    const other = { ...record, run: record.run && { ...record.run, runId: 'run-x' } }
    const both = remember(
      { ...other, recent: remember(record, note({}, 'buffered', 'sealed')).recent },
      note({}, 'buffered', 'sealed'),
    )
    expect(both.recent.map(each => each.runId)).toEqual([record.run?.runId, 'run-x'])
  })

  test('twenty are kept, the oldest leave first and are counted', () => {
    const sources = Array.from({ length: 25 }, (_, i) => `source-${i}`)
    const record = sources.reduce(
      (so, source) => remember(so, note({ source, count: 2 })),
      aRecord(),
    )
    expect(record.recent.map(each => each.source)).toEqual(sources.slice(5))
    expect(record.recentDropped).toBe(10)
  })
})

describe('a further attempt', () => {
  test('the next attempt of a run that waited has the next number, a run that was left keeps its own', () => {
    expect(continued(aWaiting().run, aPolicy(), false).attempt).toBe(2)
    expect(continued(aPending().run, aPolicy(), false).attempt).toBe(1)
  })

  test('a note is added to the run', () => {
    const noted = withNote(
      aRunning().run,
      noteTrigger(aRequest(), 'joined', null, someFacts(), startAt),
    )
    expect(noted.triggers.map(each => each.source)).toEqual(['manual', 'foreground'])
  })
})

describe('any trigger, on any key', () => {
  const stories: readonly (() => Story)[] = [
    () => new Story(),
    () => aRunning({ payload: 1 }),
    () => aSealed({ payload: 1 }),
    () => aRunning({ policy: aOneStepPolicy() }),
    () => aWaiting({ payload: 1 }),
    () => aPending({ policy: aOneStepPolicy() }),
    () => aSucceeded().advance(-minute),
    () => aSucceeded(),
  ]
  const request = fc.record(
    {
      source: fc.constantFrom('manual', 'schedule', 'foreground', 'change'),
      byUser: fc.boolean(),
      brings: fc.constantFrom('nothing', 'maybe', 'news'),
      payload: fc.constantFrom(null, 1, 2),
      whenRunning: fc.constantFrom('auto', 'join', 'buffer', 'restart', 'skip'),
      count: fc.integer({ min: 1, max: 3 }),
    },
    { requiredKeys: ['source', 'byUser', 'brings'] },
  )
  const who = fc.record({
    agent: fc.constantFrom('tab-a', 'tab-b'),
    online: fc.boolean(),
    gate: fc.constantFrom<true | string>(true, true, 'closed'),
    mayStart: fc.constantFrom<true | 'agent-stopped'>(true, true, 'agent-stopped'),
  })

  test('it has exactly one decision, recorded once, as often as it counts', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...stories),
        fc.boolean(),
        request,
        who,
        (make, paused, asked, by) => {
          const story = make()
          if (paused) story.pause()
          const before = story.stored
          const { decision } = story.trigger(asked, by)
          const { record } = story
          const inRun = (of: typeof before): number =>
            countOf(of?.run?.triggers, of?.run?.triggersDropped)
          const inList = (of: typeof before): number => countOf(of?.recent, of?.recentDropped)
          const ofRun = decision === 'started' || decision === 'joined'
          const count = asked.count ?? 1
          // A new run also takes over the notes of what was deferred before: here nothing was.
          expect(
            inRun(record) - inRun(before?.run?.runId === record.run?.runId ? before : null),
          ).toBe(ofRun ? count : 0)
          expect(inList(record) - inList(before)).toBe(ofRun ? 0 : count)
        },
      ),
      { numRuns: 400 },
    )
  })

  test('what it brings is run, waits to be run, or joins what has not read its inputs for the last time', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...stories),
        fc.boolean(),
        request,
        who,
        (make, paused, asked, by) => {
          const story = make()
          if (paused) story.pause()
          const before = story.stored
          const result = story.trigger(asked, by)
          if (asked.brings === 'nothing' && asked.payload === undefined) return
          const { record } = story
          switch (result.decision) {
            case 'started':
              expect(record.lease).not.toBeNull()
              break
            case 'joined': {
              const isJoinMode = asked.whenRunning === 'join' && asked.brings === 'maybe'
              const mayMiss =
                before?.run?.checkpoint.sealed === true ||
                (story.policy.seals === 'never' && asked.brings === 'news')
              if (mayMiss && asked.brings !== 'nothing')
                expect(result.followUp || isJoinMode).toBe(true)
              if (asked.payload !== undefined && asked.payload !== before?.run?.payload)
                expect(result.followUp).toBe(true)
              break
            }
            case 'buffered':
              expect(record.buffered).not.toBeNull()
              break
            case 'deferred':
              expect(record.deferred).not.toBeNull()
              break
            case 'skipped':
              expect(result.reason).not.toBeNull()
              break
            case 'rejected':
              throw new Error('the user is signed in')
          }
          if (result.followUp) expect(record.buffered).not.toBeNull()
          if (asked.payload !== undefined && result.decision !== 'skipped') {
            const kept = [record.run?.payload, record.buffered?.payload, record.deferred?.payload]
            expect(kept).toContain(asked.payload)
          }
        },
      ),
      { numRuns: 400 },
    )
  })

  test('it is decided alike when the store asks again', () => {
    fc.assert(
      fc.property(fc.constantFrom(...stories), request, who, (make, asked, by) => {
        const { state, policy } = make()
        const facts = someFacts(by)
        expect(decideTrigger(state, key, asked, facts, policy)).toEqual(
          decideTrigger(state, key, asked, facts, policy),
        )
      }),
      { numRuns: 50 },
    )
  })

  test('what it writes survives a round trip through JSON and a structured clone', () => {
    fc.assert(
      fc.property(fc.constantFrom(...stories), request, who, (make, asked, by) => {
        const { state, policy } = make()
        const { record } = decideTrigger(state, key, asked, someFacts(by), policy)
        expect(JSON.parse(JSON.stringify(record))).toStrictEqual(structuredClone(record))
      }),
      { numRuns: 50 },
    )
  })
})

test('members that this version does not know survive', () => {
  const record = { ...aRecord({ version: 4 }), ofTheFuture: { kept: true } }
  const { record: written } = decideTrigger(
    aState({ record }),
    key,
    aPress(),
    someFacts(),
    aPolicy(),
  )
  expect(written).toMatchObject({ ofTheFuture: { kept: true }, version: 5 })
})

import { noteTrigger } from '../../src/model/notes.ts'
import fc from 'fast-check'
import type { UserRecord } from '../../src/model/user-record.ts'
import { describe, expect, test } from 'vitest'
import { acquire, newRun, nextFence } from '../../src/model/acquire.ts'
import { pendingFrom } from '../../src/model/pending.ts'
import {
  aFailed,
  anError,
  aOneStepPolicy,
  aPolicy,
  aPress,
  aRecord,
  aSlot,
  aSucceeded,
  aWaiting,
  minute,
  second,
  someFacts,
  startAt,
} from './support.ts'

const asked = (request = aPress()) =>
  pendingFrom(
    request,
    noteTrigger(request, 'started', null, someFacts(), startAt - second),
    'run-1',
  )

describe('the fence of the next acquisition', () => {
  test('it is larger than any before, than the floor, and not below the clock', () => {
    fc.assert(
      fc.property(
        fc.maxSafeNat(),
        fc.double({ min: 0, max: 9e15, noNaN: true }),
        fc.maxSafeNat(),
        (previous, now, floor) => {
          const fence = nextFence(previous, now, floor)
          expect(fence).toBeGreaterThan(previous - (previous === Number.MAX_SAFE_INTEGER ? 1 : 0))
          expect(fence).toBeGreaterThanOrEqual(now)
          expect(fence).toBeGreaterThanOrEqual(floor)
          expect(Number.isInteger(fence)).toBe(true)
        },
      ),
    )
  })

  test('it grows by one when the clock stands still or was set back', () => {
    expect(nextFence(startAt, startAt, 0)).toBe(startAt + 1)
    expect(nextFence(startAt + minute, startAt, 0)).toBe(startAt + minute + 1)
  })

  test('it goes on after the record was lost', () => {
    expect(nextFence(0, startAt, 0)).toBe(startAt)
    expect(nextFence(0, 5, 100)).toBe(101)
  })
})

describe('a new occurrence', () => {
  test('it begins at the first stage, held by nobody, at its first attempt', () => {
    expect(newRun(aRecord(), asked(aPress({ payload: 7 })), aPolicy(), startAt)).toMatchObject({
      runId: 'run-1',
      state: 'pending',
      source: 'manual',
      byUser: true,
      payload: 7,
      requestedAt: startAt - second,
      attempt: 1,
      takeovers: 0,
      recovery: null,
      checkpoint: { finished: [], stage: 'pulling', cursor: null, sealed: false, taskVersion: 1 },
    })
  })

  test('it carries the slot that it is for', () => {
    expect(newRun(aRecord(), asked(aSlot(startAt)), aPolicy(), startAt).scheduledAt).toBe(startAt)
  })

  test('a task of one step never begins sealed, unless it seals with its last stage', () => {
    expect(newRun(aRecord(), asked(), aOneStepPolicy(), startAt).checkpoint.sealed).toBe(false)
    expect(
      newRun(aRecord(), asked(), aOneStepPolicy({ seals: 'manual' }), startAt).checkpoint.sealed,
    ).toBe(false)
    expect(
      newRun(aRecord(), asked(), aOneStepPolicy({ seals: 'last-stage' }), startAt).checkpoint
        .sealed,
    ).toBe(true)
  })

  test('it inherits the payload that a failed run did not get done, unless a newer one replaces it', () => {
    const { record } = aFailed('fatal', { payload: 'undone' })
    expect(newRun(record, asked(), aPolicy(), startAt).payload).toBe('undone')
    expect(newRun(record, asked(aPress({ payload: 'newer' })), aPolicy(), startAt).payload).toBe(
      'newer',
    )
    expect(newRun(record, asked(aPress({ payload: null })), aPolicy(), startAt).payload).toBeNull()
  })

  test('it carries the fault of the payloads that it was to be merged from', () => {
    const fault = anError('fatal')
    expect(newRun(aRecord(), { ...asked(), fault }, aPolicy(), startAt).fault).toEqual(fault)
    expect(newRun(aRecord(), asked(), aPolicy(), startAt)).not.toHaveProperty('fault')
  })

  test('it inherits nothing from a run that succeeded', () => {
    expect(
      newRun(aSucceeded({ payload: 'done' }).record, asked(), aPolicy(), startAt).payload,
    ).toBeNull()
  })
})

describe('an acquisition', () => {
  const run = newRun(aRecord(), asked(), aPolicy(), startAt)
  const facts = someFacts({ ttlMs: 150_000, presence: null, agentKind: 'worker' })
  const at = (now: number, user: UserRecord | null = null) => ({ now, floor: 0, user })

  test('it gives a lease of the newest fence, for its ttl from now', () => {
    const { user } = aWaiting()
    const { lease, fence, lastStartAt } = acquire(
      aRecord({ fence: 3 }),
      run,
      facts,
      aPolicy(),
      at(startAt, user),
    )
    expect(lease).toEqual({
      owner: facts.owner,
      fence,
      agent: 'tab-a',
      agentKind: 'worker',
      agentLabel: facts.agentLabel,
      presence: null,
      acquiredAt: startAt,
      renewedAt: startAt,
      renewSeq: 0,
      ttlMs: 150_000,
      expiresAt: startAt + 150_000,
      userVersion: user?.version,
    })
    expect(fence).toBe(startAt)
    expect(lastStartAt).toBe(startAt)
  })

  test('a run that waited waits no more', () => {
    const story = aWaiting()
    expect(acquire(story.record, story.run, facts, story.policy, at(story.now)).run).toMatchObject({
      state: 'running',
      wait: null,
    })
  })

  test('the stage that begins is timed from the acquisition', () => {
    const held = acquire(aRecord(), run, facts, aPolicy(), at(startAt + minute)).run
    expect(held?.stages).toEqual([{ stage: 'pulling', startedAt: startAt + minute, endedAt: null }])
    expect(held?.startedAt).toBe(startAt + minute)
  })

  test('a stage that goes on is one stage in the times, and the run started when it first did', () => {
    const story = aWaiting()
    const again = acquire(story.record, story.run, facts, story.policy, at(story.now + minute)).run
    expect(again?.stages).toEqual([{ stage: 'pulling', startedAt: startAt, endedAt: null }])
    expect(again?.startedAt).toBe(startAt)
  })
})

import { noteTrigger } from '../../src/model/notes.ts'
import { describe, expect, test } from 'vitest'
import { renewed, verifyHolder, withJoined } from '../../src/model/holder.ts'

import {
  aLease,
  aRequest,
  aRunning,
  aUser,
  aWaiting,
  minute,
  someFacts,
  startAt,
} from './support.ts'

describe('who may write', () => {
  const story = aRunning()
  const { state, holder } = story

  test('the owner of the newest fence, in the present epoch, in the same store', () => {
    expect(verifyHolder(state, holder)).toEqual({
      ok: true,
      record: story.record,
      run: story.run,
      lease: story.lease,
    })
  })

  test.each([
    ['another owner', { ...holder, owner: 'owner-x' }],
    ['an older fence', { ...holder, fence: holder.fence - 1 }],
    ['a newer fence', { ...holder, fence: holder.fence + 1 }],
    ['a store that was made anew', { ...holder, storeId: 'store-2' }],
  ])('%s is refused as lease-lost', (_, other) => {
    expect(verifyHolder(state, other)).toEqual({ ok: false, reason: 'lease-lost' })
  })

  test.each([
    ['signed out', aUser({ signedIn: false, epoch: 2 })],
    ['signed in again since', aUser({ epoch: 2 })],
    ['unknown', null],
  ])('a user who is %s is refused as signed-out', (_, user) => {
    expect(verifyHolder({ ...state, user }, holder)).toEqual({ ok: false, reason: 'signed-out' })
    const forgotten = { ...state, record: null, user: user?.signedIn ? null : user }
    expect(verifyHolder(forgotten, holder)).toEqual({ ok: false, reason: 'signed-out' })
  })

  test('nobody holds a key that was released, or of which nothing is stored', () => {
    expect(verifyHolder(aWaiting().state, holder)).toEqual({ ok: false, reason: 'lease-lost' })
    expect(verifyHolder({ ...state, record: null }, holder)).toEqual({
      ok: false,
      reason: 'lease-lost',
    })
  })

  test('an expired lease is still the owner’s until somebody took it', () => {
    expect(verifyHolder({ ...state, now: startAt + 60 * minute }, holder)).toMatchObject({
      ok: true,
    })
  })

  test('a cancel is left to the caller', () => {
    const cancelling = aRunning()
    cancelling.cancel()
    expect(verifyHolder(cancelling.state, cancelling.holder)).toMatchObject({ ok: true })
  })
})

describe('what a write of the holder does to its lease', () => {
  test('it is renewed for its ttl from now under its present lock, and the renewal is counted', () => {
    expect(renewed(aLease(), { ttlMs: 150_000, presence: 'another' }, startAt + minute)).toEqual(
      aLease({
        renewedAt: startAt + minute,
        expiresAt: startAt + minute + 150_000,
        ttlMs: 150_000,
        renewSeq: 4,
        presence: 'another',
      }),
    )
  })

  test('triggers that the owner’s agent joined by itself are written down with it', () => {
    const { run } = aRunning()
    const note = noteTrigger(aRequest({ count: 3 }), 'joined', null, someFacts(), startAt)
    expect(withJoined(run, [])).toBe(run)
    expect(withJoined(run, [note, note]).triggers.at(-1)).toMatchObject({
      source: 'foreground',
      count: 6,
    })
  })
})

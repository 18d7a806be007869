import { describe, expect, test } from 'vitest'
import { enterEpoch, isCurrent } from '../../src/model/epoch.ts'
import { aPress, aRecord, aRunning, aState, aUser, aWaiting, key, Story } from './support.ts'

const agent = { agent: 'tab-c', agentLabel: 'third tab' }

describe('what a sign-out means for a record', () => {
  test('work belongs to the user who is signed in, in the epoch that the record names', () => {
    expect(isCurrent(aRecord(), aUser())).toBe(true)
    expect(isCurrent(aRecord(), aUser({ signedIn: false }))).toBe(false)
    expect(isCurrent(aRecord(), aUser({ epoch: 2 }))).toBe(false)
    expect(isCurrent(aRecord(), null)).toBe(false)
  })

  test('a record of the present epoch is left as it is', () => {
    const { record } = aRunning()
    expect(enterEpoch(aState({ record }), key, agent)).toEqual({ record, history: [] })
  })

  test('a key without a record begins in the present epoch, or at the floor', () => {
    expect(enterEpoch(aState({ user: aUser({ epoch: 4 }) }), key, agent).record).toEqual(
      aRecord({ epoch: 4 }),
    )
    expect(enterEpoch(aState({ user: null, floor: 9 }), key, agent).record.epoch).toBe(9)
  })

  test.each([
    ['running', () => aRunning()],
    ['waiting', () => aWaiting()],
  ])('a %s run of an older epoch ends signed-out, with its row', (_, make) => {
    const story = make()
    story.trigger(aPress({ payload: 'more' }), { agent: 'tab-b' })
    const { record, history } = enterEpoch(
      { ...story.state, user: aUser({ epoch: 2 }) },
      key,
      agent,
    )
    expect(record).toMatchObject({
      epoch: 2,
      lease: null,
      run: null,
      buffered: null,
      deferred: null,
    })
    expect(history).toMatchObject([{ status: 'signed-out', epoch: 1, runId: story.run.runId }])
    expect(record.fence).toBe(story.record.fence)
  })

  test('what was deferred in an older epoch is dropped, slots and bookmarks stay', () => {
    const story = new Story()
    story.trigger()
    story.reach('page-3')
    story.endStage()
    story.succeed()
    story.pause()
    story.trigger()
    expect(story.record.deferred).not.toBeNull()
    const { record, history } = enterEpoch(
      { ...story.state, user: aUser({ epoch: 2 }) },
      key,
      agent,
    )
    expect(history).toEqual([])
    expect(record).toMatchObject({
      deferred: null,
      bookmarks: story.record.bookmarks,
      slots: story.record.slots,
    })
  })
})

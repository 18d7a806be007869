import { describe, expect, test } from 'vitest'
import {
  decideForceRelease,
  type ForceReleaseResult,
} from '../../src/model/decide-force-release.ts'
import { schemaVersion } from '../../src/model/record.ts'
import { aChange, aPending, aPress, aRunning, aSealed, second, Story } from './support.ts'

function forceRelease(story: Story, fence: number): ForceReleaseResult {
  const agent = { agent: 'tab-c', agentLabel: 'the inspector' }
  return story.transact(state => decideForceRelease(state, fence, agent))
}

describe('a release by force', () => {
  test('refuses whatever the old owner writes later, also what it had begun before', () => {
    const story = aRunning()
    const { holder } = story
    expect(forceRelease(story, holder.fence)).toMatchObject({ released: true })
    const lost = { ok: false, reason: 'lease-lost' }
    expect(story.commit({ stage: 'pulling', cursor: 'late' }, { holder })).toEqual(lost)
    expect(story.renew({ holder })).toEqual(lost)
    expect(
      story.settle({ kind: 'succeeded', step: null }, { agent: 'tab-a' }, { holder }),
    ).toMatchObject({ ok: false })
  })

  test('keeps the checkpoint: another agent goes on there, in the same run', () => {
    const story = aRunning()
    story.reach('page 3')
    const { runId } = story.run
    forceRelease(story, story.record.fence)
    expect(story.run).toMatchObject({ state: 'pending', checkpoint: { cursor: 'page 3' } })
    story.advance(second)
    expect(story.look('time', { agent: 'tab-b' })).toMatchObject({ acquired: true, did: 'pending' })
    expect(story.lease.agent).toBe('tab-b')
    expect(story.run).toMatchObject({
      runId,
      recovery: 'resume',
      checkpoint: { stage: 'pulling', cursor: 'page 3' },
    })
  })

  test('is no takeover by evidence: it never makes a run count as poisoned', () => {
    const story = aRunning()
    for (let i = 0; i < 5; i += 1) {
      forceRelease(story, story.record.fence)
      story.advance(second).look('time', { agent: 'tab-b' })
    }
    expect(story.lease.agent).toBe('tab-b')
    expect(story.run).toMatchObject({ takeovers: 0, takeoversInPlace: 0 })
  })

  test('raises the fence by itself, so that a server refuses the old owner before anybody goes on', () => {
    const story = aRunning()
    const { fence } = story.record
    expect(forceRelease(story, fence)).toEqual({
      released: true,
      runId: story.run.runId,
      fence: story.record.fence,
    })
    expect(story.record.fence).toBeGreaterThan(fence)
  })

  test('of an owner that was replaced meanwhile does nothing to the new one', () => {
    const story = aRunning()
    const { fence } = story.record
    story.takeOver()
    expect(forceRelease(story, fence)).toEqual({
      released: false,
      reason: 'other-fence',
      fence: story.record.fence,
    })
    expect(story.lease.agent).toBe('tab-b')
  })

  test('of a key that nobody holds, or that never ran, changes nothing', () => {
    const story = aPending()
    const { fence } = story.record
    expect(forceRelease(story, fence)).toEqual({ released: false, reason: 'not-held', fence })
    expect(forceRelease(new Story(), 1)).toEqual({
      released: false,
      reason: 'not-held',
      fence: null,
    })
  })

  test('of a user who is signed out, or of a record of a newer library, changes nothing', () => {
    const left = aRunning()
    left.signOut()
    expect(forceRelease(left, left.record.fence)).toMatchObject({ reason: 'signed-out' })
    const newer = aRunning()
    newer.stored = { ...newer.record, schemaVersion: schemaVersion + 1 }
    expect(forceRelease(newer, newer.record.fence)).toMatchObject({ reason: 'reload-needed' })
    expect(newer.record.lease).not.toBeNull()
  })

  test('ends a run that was being cancelled, and starts what was asked for after the cancel', () => {
    const story = aSealed()
    story.cancel()
    story.trigger(aPress({ payload: 'after' }))
    forceRelease(story, story.record.fence)
    expect(story.rows).toMatchObject([{ status: 'cancelled', agent: 'tab-a' }])
    expect(story.record).toMatchObject({ run: null, buffered: null, lease: null })
    expect(story.look('time', { agent: 'tab-b' })).toMatchObject({ acquired: true })
    expect(story.run.payload).toBe('after')
  })

  test('leaves what is buffered behind a run that goes on', () => {
    const story = aSealed()
    story.trigger(aChange({ payload: 'news' }))
    forceRelease(story, story.record.fence)
    expect(story.record.buffered).toMatchObject({ payload: 'news' })
  })
})

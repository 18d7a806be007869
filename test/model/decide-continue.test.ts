import { describe, expect, test } from 'vitest'
import {
  aChange,
  aOneStepPolicy,
  aPending,
  aPolicy,
  aPress,
  aRequest,
  aRunning,
  aSealed,
  aSucceeded,
  aWaiting,
  minute,
  second,
  Story,
} from './support.ts'

const found = (did: string, acquired = true) => ({ did, acquired, needsPresence: false })

describe('a look that finds nothing due', () => {
  test('writes nothing', () => {
    for (const story of [aSucceeded(), aRunning(), aWaiting()]) {
      const written = story.stored
      expect(story.look()).toEqual(found('nothing', false))
      expect(story.stored).toBe(written)
    }
    expect(new Story().look()).toEqual(found('nothing', false))
  })
})

describe('a retry that is due', () => {
  test('goes on with the same run, recorded as a trigger of source retry', () => {
    const story = aWaiting()
    const { runId } = story.run
    story.advance(minute)
    expect(story.look('time', { agent: 'tab-b' })).toEqual(found('retry'))
    expect(story.run).toMatchObject({ runId, attempt: 2, state: 'running', wait: null, counted: 1 })
    expect(story.run.triggers.at(-1)).toMatchObject({
      source: 'retry',
      agent: 'tab-b',
      decision: 'started',
      byUser: false,
    })
  })

  test('that another agent was faster with is written down as joined', () => {
    const story = aWaiting()
    const due = story.foundRetry()
    story.advance(minute).look('time', { agent: 'tab-b' })
    expect(story.look('time', { agent: 'tab-c' }, due)).toEqual(found('nothing', false))
    expect(story.run.triggers.at(-1)).toMatchObject({
      source: 'retry',
      agent: 'tab-c',
      decision: 'joined',
    })
    expect(story.lease.agent).toBe('tab-b')
  })

  test('that another agent was faster with, and failed, is not made once more for the same signal', () => {
    const story = aWaiting()
    const due = story.foundRetry()
    story.look('online', { agent: 'tab-b' }, due)
    story.fail()
    expect(story.look('online', { agent: 'tab-c' }, due)).toEqual(found('nothing', false))
    expect(story.run).toMatchObject({ state: 'waiting', attempt: 2 })
  })

  test('of which this agent knows an older wait only is made all the same', () => {
    const story = aWaiting()
    const older = story.foundRetry()
    story.look('online', { agent: 'tab-b' }, older)
    story.fail()
    story.advance(1)
    const heard = { ...older, at: story.now }
    expect(story.look('online', { agent: 'tab-c' }, heard)).toEqual(found('retry'))
  })

  test('of a run that is over is not written down', () => {
    const story = aWaiting()
    const due = story.foundRetry()
    story.advance(minute).look()
    story.endStage()
    story.succeed()
    const written = story.stored
    story.look('time', {}, due)
    expect(story.stored).toBe(written)
  })

  test('meets schedule, foreground and a press at one instant: one attempt, all four in its history', () => {
    const story = aWaiting()
    const { runId } = story.run
    story.advance(minute)
    story.look('time', { agent: 'tab-a' })
    story.trigger(aRequest({ source: 'schedule' }), { agent: 'tab-b' })
    story.trigger(aRequest({ source: 'foreground' }), { agent: 'tab-c' })
    story.trigger(aPress(), { agent: 'tab-c' })
    expect(story.run).toMatchObject({ runId, attempt: 2 })
    expect(story.run.triggers.slice(1).map(note => note.source)).toEqual([
      'retry',
      'schedule',
      'foreground',
      'manual',
    ])
  })

  test('in an agent that may not start is left to others', () => {
    const story = aWaiting().advance(minute)
    expect(story.look('time', { mayStart: 'agent-stopped' })).toEqual(found('nothing', false))
    expect(story.look('time', { mayStart: 'presence-needed' })).toMatchObject({
      acquired: false,
      needsPresence: true,
    })
    expect(story.look('time', { agent: 'tab-b' })).toEqual(found('retry'))
  })

  test('goes on where the checkpoint says, with its seal', () => {
    const story = aSealed()
    story.reach('edit-2')
    story.fail()
    story.advance(minute).look()
    expect(story.run).toMatchObject({
      recovery: 'resume',
      checkpoint: { stage: 'pushing', cursor: 'edit-2', sealed: true },
    })
  })
})

describe('a deferred trigger that is due', () => {
  test('starts under its own id, with its payload and sources', () => {
    const story = aSucceeded()
    story.trigger(aChange({ payload: 'edit' }), { online: false })
    story.trigger(aRequest({ source: 'schedule' }), { online: false })
    const deferred = story.record.deferred
    expect(story.advance(second).look('online', { agent: 'tab-b' })).toEqual(found('deferred'))
    expect(story.run).toMatchObject({
      runId: deferred?.runId,
      payload: 'edit',
      source: 'change',
      triggers: deferred?.triggers,
    })
    expect(story.record.deferred).toBeNull()
  })
})

describe('what was deferred while a run was unfinished', () => {
  function pausedWith(story: Story, ...requests: Parameters<Story['trigger']>[0][]): Story {
    story.pause()
    for (const request of requests) story.advance(second).trigger(request)
    story.pause(false)
    return story
  }

  test('goes with the run when it brings nothing', () => {
    const story = pausedWith(aWaiting(), aRequest({ source: 'schedule' }))
    story.advance(minute).look()
    expect(story.record).toMatchObject({ deferred: null, buffered: null })
    expect(story.run.triggers.map(note => note.source)).toContain('schedule')
  })

  test('is the follow-up when the run may miss what it brings', () => {
    const policy = aOneStepPolicy()
    const story = pausedWith(aWaiting({ policy }), aChange())
    story.advance(minute).look()
    expect(story.record).toMatchObject({
      deferred: null,
      buffered: { triggers: [{ source: 'change' }] },
    })
  })

  test('a press starts the run at once, its attempts counted afresh', () => {
    const story = pausedWith(aWaiting(), aPress())
    expect(story.look()).toEqual(found('retry'))
    expect(story.run).toMatchObject({ attempt: 1, counted: 0 })
    expect(story.record.deferred).toBeNull()
  })

  test('the latest payload is the one that is run next', () => {
    const story = aWaiting({ payload: 1 })
    story.trigger(aRequest({ payload: 2 }))
    pausedWith(story, aRequest({ payload: 3 }))
    story.advance(minute).look()
    story.endStage()
    story.succeed()
    expect(story.run.payload).toBe(3)
    expect(story.record).toMatchObject({ buffered: null, deferred: null })
  })

  test('goes with a run that starts by a press, too', () => {
    const story = pausedWith(aPending(), aRequest({ source: 'schedule' }))
    story.trigger(aPress(), { agent: 'tab-b' })
    expect(story.record.deferred).toBeNull()
    expect(story.run.triggers.map(note => note.source)).toEqual(['manual', 'schedule', 'manual'])
  })
})

describe('a takeover', () => {
  test('goes on with the run under a new owner and a larger fence; it is no attempt', () => {
    const story = aRunning()
    story.reach('page-3')
    const before = { ...story.lease, runId: story.run.runId }
    expect(story.takeOver({ agent: 'tab-b' })).toEqual(found('takeover'))
    expect(story.lease).toMatchObject({ agent: 'tab-b' })
    expect(story.lease.fence).toBeGreaterThan(before.fence)
    expect(story.run).toMatchObject({
      runId: before.runId,
      attempt: 1,
      counted: 0,
      takeovers: 1,
      recovery: 'resume',
      checkpoint: { stage: 'pulling', cursor: 'page-3' },
    })
  })

  test('of a run whose last stage was marked last calls no stage', () => {
    const story = aSealed()
    story.commit({ cursor: 9, last: true })
    story.takeOver()
    expect(story.run.recovery).toBe('skip')
  })

  test('is refused when the evidence speaks of a lease that has moved', () => {
    const story = aRunning()
    const evidence = story.presenceEvidence()
    story.takeOver({ agent: 'tab-b', presence: 'another' })
    const written = story.stored
    expect(story.goOn({ evidence }, { agent: 'tab-c' })).toEqual(found('nothing', false))
    expect(story.stored).toBe(written)
  })

  test('happens once: the second heir finds another owner', () => {
    const story = aRunning()
    const evidence = story.presenceEvidence()
    expect(story.goOn({ evidence }, { agent: 'tab-b' }).acquired).toBe(true)
    expect(story.goOn({ evidence }, { agent: 'tab-c' }).acquired).toBe(false)
  })

  test('is for agents that may start', () => {
    const story = aRunning()
    expect(story.takeOver({ mayStart: 'agent-stopped' })).toEqual(found('nothing', false))
    expect(story.takeOver({ mayStart: 'presence-needed' })).toMatchObject({ needsPresence: true })
    expect(story.run.takeovers).toBe(0)
  })

  test('is the way on also for what is paused or gated: it was running', () => {
    const story = aRunning()
    story.pause()
    expect(story.takeOver({ gate: 'metered', online: false })).toEqual(found('takeover'))
  })
})

describe('a run that kills its owners', () => {
  test('three takeovers in place go on, the fourth ends it as poisoned', () => {
    const story = aRunning({ payload: 'undone' })
    const dids = [1, 2, 3, 4].map(() => story.takeOver().did)
    expect(dids).toEqual(['takeover', 'takeover', 'takeover', 'poisoned'])
    expect(story.record).toMatchObject({
      lease: null,
      run: null,
      last: { status: 'failed', cause: 'poisoned', payload: 'undone' },
    })
    expect(story.lastRow).toMatchObject({ takeovers: 3, error: { failureClass: 'fatal' } })
  })

  test('a press runs it again, with what was left undone', () => {
    const story = aRunning({ payload: 'undone' })
    while (story.record.run) story.takeOver()
    expect(story.trigger()).toMatchObject({ decision: 'skipped', reason: 'failed' })
    expect(story.trigger(aPress())).toMatchObject({ decision: 'started' })
    expect(story.run.payload).toBe('undone')
  })

  test('a checkpoint that moves between them is no poison', () => {
    const story = aRunning()
    for (let page = 1; page <= 6; page++) {
      story.takeOver()
      story.reach(`page-${page}`)
    }
    expect(story.run).toMatchObject({ takeovers: 6, takeoversInPlace: 0 })
  })

  test('sealing again moves nothing', () => {
    const story = aRunning({ policy: aOneStepPolicy({ seals: 'manual' }) })
    story.seal()
    for (let i = 0; i < 4; i++) {
      expect(story.record.run).not.toBeNull()
      story.takeOver()
      if (story.record.run) story.seal()
    }
    expect(story.record.last?.cause).toBe('poisoned')
  })

  test('an owner that said good-bye did not die of it', () => {
    const story = aRunning()
    for (let i = 0; i < 9; i++) expect(story.takeOver({}, { handOver: true }).did).toBe('takeover')
    expect(story.run).toMatchObject({ takeovers: 9, takeoversInPlace: 0 })
  })

  test('what was buffered meanwhile is promoted', () => {
    const story = aRunning({ policy: aOneStepPolicy() })
    const asked = story.trigger(aChange({ payload: 'edit' }))
    while (story.run.runId !== asked.runId) story.takeOver()
    expect(story.run).toMatchObject({ payload: 'edit', takeovers: 0 })
  })
})

describe('a cancelled run whose owner is gone', () => {
  test('is ended by whoever finds out, also by an agent that may start nothing', () => {
    for (const mayStart of [true, 'agent-stopped', 'presence-needed'] as const) {
      const story = aRunning()
      story.cancel()
      expect(story.takeOver({ mayStart })).toEqual(found('finalised', false))
      expect(story.rows).toMatchObject([
        { status: 'cancelled', recovery: 'cancel', agent: 'tab-a' },
      ])
      expect(story.record).toMatchObject({ lease: null, run: null })
    }
  })

  test('leads to the follow-up that came after the cancel', () => {
    const story = aRunning()
    story.cancel()
    const asked = story.trigger(aPress({ payload: 'again' }))
    expect(story.takeOver()).toEqual(found('finalised'))
    expect(story.run).toMatchObject({ runId: asked.runId, payload: 'again' })
  })
})

describe('a record of an older epoch', () => {
  test('ends signed-out, and nothing of it goes on', () => {
    for (const story of [aPending(), aWaiting().advance(minute), aSealed()]) {
      const { runId } = story.run
      story.signOut()
      story.signIn()
      expect(story.look()).toEqual(found('nothing', false))
      expect(story.rows).toMatchObject([{ runId, status: 'signed-out' }])
      expect(story.record).toMatchObject({ run: null, lease: null })
    }
  })

  test('while the user is signed out nothing is written', () => {
    const story = aPending()
    story.signOut()
    const written = story.stored
    expect(story.look()).toEqual(found('nothing', false))
    expect(story.stored).toBe(written)
  })
})

test('a run that was left by an older task version begins again, and keeps its seal', () => {
  const story = aSealed()
  story.reach('edit-2')
  story.handOver()
  story.policy = aPolicy({ version: 2 })
  story.look()
  expect(story.run).toMatchObject({
    recovery: 'restart',
    checkpoint: { taskVersion: 2, finished: [], stage: 'pulling', sealed: true },
  })
})

import { describe, expect, test } from 'vitest'
import { schemaVersion, type TaskRecord } from '../../src/model/record.ts'
import { standsBack } from '../../src/model/versions.ts'
import {
  aChange,
  aPending,
  aPolicy,
  aPress,
  aRequest,
  aRunning,
  aSlot,
  aSucceeded,
  aUser,
  aWaiting,
  hour,
  minute,
  second,
  startAt,
  type Story,
} from './support.ts'

/** The same key, seen by an agent whose library is older than the one that wrote it. */
function ofNewerLibrary(story: Story): Story {
  const record = { ...story.record, schemaVersion: schemaVersion + 1, addedLater: { kept: true } }
  story.stored = record
  return story
}

/** The same key, seen by an agent whose task is older than the one that wrote it. */
function ofNewerTask(make: typeof aRunning): Story {
  const story = make({ policy: aPolicy({ version: 2 }) })
  story.policy = aPolicy({ version: 1 })
  return story
}

const reload = { decision: 'deferred', reason: 'reload-needed', acquired: false } as const

describe('an agent stands back from what a newer version wrote', () => {
  test('the version of an unfinished run, of the last one and of a bookmark each count', () => {
    const policy = aPolicy({ version: 1 })
    expect(standsBack(null, policy)).toBe(false)
    expect(standsBack(aSucceeded({ policy }).record, policy)).toBe(false)
    expect(standsBack(ofNewerTask(aRunning).record, policy)).toBe(true)
    expect(standsBack(ofNewerTask(aSucceeded).record, policy)).toBe(true)
    const { record } = aSucceeded({ policy })
    const bookmarks = { pulling: { cursor: 1, taskVersion: 2, at: startAt } }
    expect(standsBack({ ...record, bookmarks }, policy)).toBe(true)
    expect(standsBack(ofNewerLibrary(aSucceeded()).record, aPolicy({ version: 9 }))).toBe(true)
  })
})

describe('an older version of the task', () => {
  test.each<[string, typeof aRunning]>([
    ['a key at rest', aSucceeded],
    ['a run that waits', aWaiting],
    ['a run that nobody holds', aPending],
  ])('starts nothing: %s', (_, make) => {
    const story = ofNewerTask(make)
    const asked = aPress()
    const result = story.advance(hour).trigger(asked)
    const joined = { decision: 'joined', reason: 'waiting-retry', acquired: false }
    expect([reload, joined].some(each => matches(result, each))).toBe(true)
    expect(story.record.lease).toBeNull()
    for (const signal of ['time', 'online', 'foreground', 'resume'] as const) {
      expect(story.look(signal)).toMatchObject({ acquired: false, did: 'nothing' })
      expect(story.due(signal)).toBeNull()
    }
  })

  test('its trigger is stored, and starts in an agent of the newer version', () => {
    const story = ofNewerTask(aSucceeded)
    expect(story.advance(hour).trigger(aChange({ payload: 7 }))).toMatchObject(reload)
    expect(story.record.deferred).toMatchObject({ reason: 'reload-needed', payload: 7 })
    story.policy = aPolicy({ version: 2 })
    expect(story.look()).toMatchObject({ acquired: true, did: 'deferred' })
    expect(story.run.payload).toBe(7)
  })

  test('it joins a run whose owner lives, and waits for a reload once the lease is over', () => {
    const story = ofNewerTask(aRunning)
    expect(story.trigger(aRequest())).toMatchObject({ decision: 'joined' })
    expect(story.advance(2 * minute).trigger(aRequest())).toMatchObject(reload)
    expect(story.record.recent.at(-1)).toMatchObject({ reason: 'reload-needed' })
    const brought = story.trigger(aChange({ payload: 1 }))
    expect(brought).toMatchObject({ decision: 'buffered' })
    story.policy = aPolicy({ version: 2 })
    story.takeOver()
    story.endStage()
    story.succeed()
    expect(story.run).toMatchObject({ runId: brought.runId, payload: 1 })
  })

  test('it does not take over, also not to end what was cancelled', () => {
    const story = ofNewerTask(aRunning)
    expect(story.takeOver()).toMatchObject({ acquired: false, did: 'nothing' })
    story.cancel()
    expect(story.takeOver()).toMatchObject({ did: 'nothing' })
    story.policy = aPolicy({ version: 2 })
    expect(story.takeOver()).toMatchObject({ did: 'finalised' })
  })

  test('a slot that it cannot serve starts in an agent of the newer version', () => {
    const story = ofNewerTask(aSucceeded)
    const at = story.advance(hour).now
    expect(story.trigger(aSlot(at))).toMatchObject(reload)
    expect(story.record.slots['every']?.lastSlot).toBe(at)
    story.policy = aPolicy({ version: 2 })
    expect(story.look()).toMatchObject({ did: 'deferred' })
    expect(story.run.scheduledAt).toBe(at)
  })
})

describe('an older version of the library writes nothing into a newer record', () => {
  test.each<[string, typeof aRunning]>([
    ['a key at rest', aSucceeded],
    ['a run that waits', aWaiting],
    ['a run that nobody holds', aPending],
    ['a run of an owner that is gone', options => aRunning(options).advance(2 * minute)],
  ])('a trigger, a look, a takeover, a reset: %s', (_, make) => {
    const story = ofNewerLibrary(make())
    const before = story.record
    expect(story.trigger(aPress())).toMatchObject({ ...reload, unwritten: true })
    expect(story.trigger(aChange({ payload: 1 }))).toMatchObject({ ...reload, unwritten: true })
    expect(story.look('resume')).toMatchObject({ did: 'nothing' })
    if (story.record.lease) expect(story.takeOver()).toMatchObject({ did: 'nothing' })
    expect(story.reset()).toBe('reload-needed')
    expect(story.record).toBe(before)
  })

  test('a trigger joins the run of a living owner; what that may miss waits for a reload', () => {
    const story = ofNewerLibrary(aRunning())
    const before = story.record
    const { runId } = story.run
    const joined = { decision: 'joined', runId, unwritten: true }
    expect(story.trigger(aRequest())).toMatchObject(joined)
    expect(story.trigger(aChange({ payload: 1 }))).toMatchObject(reload)
    expect(story.record).toBe(before)
  })

  test('a run in a form that it cannot read is neither joined nor shown', () => {
    const story = ofNewerLibrary(aRunning())
    const run = { ...story.run, checkpoint: 'kept elsewhere now' } as never
    story.stored = { ...story.record, run }
    expect(story.trigger(aRequest())).toMatchObject(reload)
    expect(story.view({ outdated: true })).toMatchObject({ status: 'blocked', running: null })
  })

  test('a sign-out between versions ends nothing of it, and starts nothing', () => {
    const story = ofNewerLibrary(aWaiting())
    const before = story.record
    story.user = aUser({ epoch: 2, version: 9 })
    expect(story.trigger(aPress())).toMatchObject(reload)
    expect(story.look()).toMatchObject({ did: 'nothing' })
    expect(story.record).toBe(before)
  })
})

describe('what every version writes, in a form that stays', () => {
  test('a pause and its end', () => {
    const story = ofNewerLibrary(aRunning())
    const { version, ...before } = story.record
    expect(story.pause()).toBe(true)
    expect(story.record).toEqual({ ...before, version: version + 1, paused: { at: story.now } })
    expect(story.pause(false)).toBe(true)
    expect(story.record).toEqual({ ...before, version: version + 2, paused: null })
  })

  test('a cancel asks the owner, and leaves all else as it is', () => {
    const story = ofNewerLibrary(aRunning())
    const { version, ...before } = story.record
    const { runId } = story.run
    expect(story.cancel('another')).toMatchObject({ cancelled: false, reason: 'other-run' })
    expect(story.cancel()).toEqual({ cancelled: true, runId, requested: true })
    const cancel = { at: story.now, agent: 'tab-a', reason: 'cancelled' }
    const run = { ...before.run, cancel }
    expect(story.record).toEqual({ ...before, version: version + 1, run })
    expect(story.cancel()).toMatchObject({ cancelled: true, requested: true })
    expect(story.record.version).toBe(version + 1)
  })

  test('a run that waits is ended by the next agent that may write', () => {
    const story = ofNewerLibrary(aWaiting())
    const { runId } = story.run
    expect(story.cancel()).toMatchObject({ cancelled: true, requested: true })
    expect(story.lastRow).toBeUndefined()
    story.pause()
    // As an agent of the newer version sees it.
    story.stored = { ...story.record, schemaVersion }
    expect(story.due()).toBe('pending')
    story.look()
    expect(story.lastRow).toMatchObject({ runId, status: 'cancelled' })
    expect(story.record.run).toBeNull()
  })

  test('a press after such a cancel starts a run of its own', () => {
    const story = ofNewerLibrary(aWaiting())
    const { runId } = story.run
    story.cancel()
    story.stored = { ...story.record, schemaVersion }
    const pressed = story.trigger(aPress())
    expect(pressed.decision).toBe('started')
    expect(pressed.runId).not.toBe(runId)
    expect(story.lastRow).toMatchObject({ runId, status: 'cancelled' })
  })
})

describe('the schema of a record', () => {
  test('is raised by an acquisition, and by nothing else', () => {
    const story = aSucceeded()
    const old: TaskRecord = { ...story.record, schemaVersion: 0 }
    story.stored = old
    story.pause()
    story.trigger(aRequest())
    story.reset()
    expect(story.record.schemaVersion).toBe(0)
    story.pause(false)
    story.advance(minute).trigger(aPress())
    expect(story.record.schemaVersion).toBe(schemaVersion)
  })
})

describe('the view of an agent that stands back', () => {
  const outdated = { outdated: true, capable: false } as const

  test.each<[string, () => Story, object]>([
    ['at rest', aSucceeded, { status: 'blocked', reason: 'reload-needed', actions: [] }],
    ['a run that waits', aWaiting, { status: 'blocked', reason: 'reload-needed' }],
    ['a run that nobody holds', aPending, { status: 'blocked', actions: ['cancel'] }],
    ['a run of a living owner', aRunning, { status: 'running', reason: null }],
    [
      'a run whose lease is over',
      () => aRunning().advance(2 * minute),
      { status: 'running', reason: 'reload-needed', running: { responding: false } },
    ],
  ])('%s', (_, make, expected) => {
    expect(make().view(outdated)).toMatchObject(expected)
  })

  test('a pause can be ended, also by an older version', () => {
    const story = aSucceeded()
    story.pause()
    expect(story.view(outdated)).toMatchObject({ status: 'paused', actions: ['resume'] })
  })

  test('what an earlier sign-in left of a newer version blocks as well', () => {
    const story = aSucceeded().advance(second)
    story.signOut()
    story.signIn()
    expect(story.view(outdated)).toMatchObject({ status: 'blocked', reason: 'reload-needed' })
  })
})

function matches(result: object, part: object): boolean {
  return Object.entries(part).every(
    ([name, value]) => (result as Record<string, unknown>)[name] === value,
  )
}

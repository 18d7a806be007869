import { describe, expect, test } from 'vitest'
import type { MigrateFrom, MigrateTo } from '../../src/model/facts.ts'
import type { Json } from '../../src/model/json.ts'
import { chooseRecovery } from '../../src/model/recovery.ts'
import { aPending, aPolicy, aPress, aRunning, aSealed, aSucceeded, minute } from './support.ts'

/** Version 2 of the task: what was `pulling` is `fetching`, and cursors are objects. */
function version2(migrate?: (from: MigrateFrom) => MigrateTo) {
  const stages = [
    { name: 'fetching', incremental: true },
    { name: 'pushing', incremental: false },
  ]
  return aPolicy({ version: 2, stages, ...(migrate ? { migrate } : {}) })
}

const page = (cursor: Json): Json => ({ page: cursor })

function renaming({ checkpoint, bookmarks }: MigrateFrom): MigrateTo {
  const pulled = bookmarks['pulling']
  return {
    checkpoint: checkpoint && {
      stage: checkpoint.stage === 'pulling' ? 'fetching' : 'pushing',
      cursor: page(checkpoint.cursor),
      finished: checkpoint.finished.map(() => 'fetching'),
    },
    ...(pulled ? { bookmarks: { fetching: page(pulled.cursor) } } : {}),
  }
}

/** A run of version 1 whose owner is gone, with a cursor. */
function aReached() {
  const story = aRunning()
  story.reach(3)
  return story
}

describe('a newer version of a task goes on with what an older one left', () => {
  test('checkpoint and bookmark are those that migrate returns, and the choice is recorded', () => {
    const story = aReached()
    story.policy = version2(renaming)
    expect(story.takeOver()).toMatchObject({ acquired: true })
    expect(story.run).toMatchObject({
      recovery: 'migrate',
      checkpoint: { taskVersion: 2, stage: 'fetching', cursor: page(3), finished: [] },
    })
    expect(story.record.bookmarks).toEqual({
      fetching: { cursor: page(3), taskVersion: 2, at: story.now },
    })
    expect(story.run.fault).toBeUndefined()
  })

  test('stages that migrate calls finished do not run again, and the seal is kept', () => {
    const story = aSealed()
    story.policy = version2(renaming)
    story.takeOver()
    expect(story.run.checkpoint).toMatchObject({
      stage: 'pushing',
      finished: ['fetching'],
      sealed: true,
    })
  })

  test('a stage that follows the finished ones begins sealed, as it would have otherwise', () => {
    const story = aReached()
    story.policy = version2(() => ({ checkpoint: { stage: 'pushing', finished: ['fetching'] } }))
    story.takeOver()
    expect(story.run.checkpoint.sealed).toBe(true)
  })

  test('it goes on with the stage that migrate names, at its cursor: those before it do not run again', () => {
    const story = aReached()
    story.policy = version2(() => ({ checkpoint: { stage: 'pushing', cursor: page(7) } }))
    story.takeOver()
    expect(story.run.checkpoint).toMatchObject({
      stage: 'pushing',
      cursor: page(7),
      finished: ['fetching'],
    })
    expect(chooseRecovery(story.run.checkpoint, story.policy)).toMatchObject({ stage: 'pushing' })
  })

  test.each<[string, MigrateTo | undefined]>([
    ['there is no migrate', undefined],
    ['migrate returns nothing of it', {}],
    ['migrate returns null for the checkpoint', { checkpoint: null }],
  ])('the run starts anew, and the bookmark is dropped: %s', (_, answer) => {
    const story = aReached()
    story.policy = version2(answer && (() => answer))
    story.takeOver()
    expect(story.run).toMatchObject({
      recovery: 'restart',
      checkpoint: { taskVersion: 2, stage: 'fetching', cursor: null, finished: [] },
    })
    expect(story.record.bookmarks).toEqual({})
  })

  test('a new occurrence begins at the migrated bookmark', () => {
    const story = aReached()
    story.endStage()
    story.succeed()
    const asked: MigrateFrom[] = []
    story.policy = version2(from => {
      asked.push(from)
      return renaming(from)
    })
    story.advance(minute).trigger(aPress())
    expect(asked).toMatchObject([{ checkpoint: null, bookmarks: { pulling: { cursor: 3 } } }])
    expect(story.record.bookmarks['fetching']).toMatchObject({ cursor: page(3), taskVersion: 2 })
    expect(story.run.recovery).toBeNull()
  })

  test('an attempt after a wait, and a run that was handed over, are brought up to date as well', () => {
    const waiting = aReached()
    waiting.fail()
    waiting.policy = version2(renaming)
    waiting.advance(60 * minute).look()
    expect(waiting.run).toMatchObject({ recovery: 'migrate', attempt: 2 })
    const handed = aReached()
    handed.handOver()
    handed.policy = version2(renaming)
    handed.trigger(aPress())
    expect(handed.run.checkpoint).toMatchObject({ stage: 'fetching', cursor: page(3) })
  })

  test('a stage that this version does not have is for migrate, too', () => {
    const story = aReached()
    story.policy = { ...version2(renaming), version: 1 }
    story.takeOver()
    expect(story.run).toMatchObject({ recovery: 'migrate', checkpoint: { stage: 'fetching' } })
  })

  test('migrate is asked once, and not for what has the form of its version', () => {
    const story = aPending()
    let asked = 0
    story.policy = version2(from => {
      asked++
      return renaming(from)
    })
    story.look()
    // Nothing was committed: there is nothing to bring up to date.
    expect(asked).toBe(0)
    expect(story.run).toMatchObject({ recovery: 'restart', checkpoint: { taskVersion: 2 } })
    story.reach(page(1))
    story.takeOver()
    expect(asked).toBe(0)
    expect(story.run.checkpoint.cursor).toEqual(page(1))
  })
})

describe('a migrate that fails', () => {
  test.each<[string, () => MigrateTo, RegExp]>([
    [
      'it throws',
      () => {
        throw new RangeError('no such page')
      },
      /no such page/,
    ],
    ['an unknown stage', () => ({ checkpoint: { stage: 'pulling' } }), /names the stage 'pulling'/],
    ['an unknown bookmark', () => ({ bookmarks: { pulling: 1 } }), /names the stage 'pulling'/],
    ['a promise', () => Promise.resolve({}) as MigrateTo, /found a promise/],
    ['nothing at all', () => undefined as unknown as MigrateTo, /found undefined/],
    [
      'a cursor that is no JSON',
      () => ({ checkpoint: { stage: 'fetching', cursor: new Date() as never } }),
      /migrated cursor/,
    ],
  ])('the run fails with its error, and no sync position is lost: %s', (_, migrate, message) => {
    const story = aReached()
    const { bookmarks } = story.record
    story.policy = version2(migrate)
    story.takeOver()
    expect(story.run.fault?.failureClass).toBe('fatal')
    expect(story.run.fault?.message).toMatch(message)
    expect(story.run.recovery).toBe('migrate')
    expect(story.record.bookmarks).toBe(bookmarks)
    expect(story.run.checkpoint.taskVersion).toBe(2)
  })

  test('its message passes through redact before it is stored', () => {
    const story = aReached()
    story.policy = version2(() => {
      throw new Error('token 123')
    })
    story.takeOver({ redact: message => message.replace('123', '…') })
    expect(story.run.fault?.message).toBe('token …')
  })

  test('a key at rest fails as well when its bookmark cannot be brought up to date', () => {
    const story = aSucceeded()
    const bookmarks = { pulling: { cursor: 1, taskVersion: 1, at: 0 } }
    story.stored = { ...story.record, bookmarks }
    story.policy = version2(() => {
      throw new Error('unreadable')
    })
    story.trigger(aPress())
    expect(story.run.fault).toMatchObject({ message: 'unreadable' })
    expect(story.record.bookmarks).toEqual(bookmarks)
  })
})

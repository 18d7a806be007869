/** What stands in the tables of keys, runs and triggers, and in the exported file. */
import { describe, expect, test } from 'vitest'
import { nameAgents } from '../../src/inspector/agent-names.ts'
import { deriveDecisions } from '../../src/inspector/decisions.ts'
import { exportInsight } from '../../src/inspector/export.ts'
import { choicesOf, filterRuns } from '../../src/inspector/filter.ts'
import { formatDuration } from '../../src/inspector/format.ts'
import { deriveKeyRows, leaseLeft } from '../../src/inspector/key-rows.ts'
import { addRows, withAll, withForgotten, withHeard } from '../../src/inspector/learn.ts'
import { triggersKept } from '../../src/model/bounds.ts'
import { remember } from '../../src/model/notes.ts'
import type { TaskRecord } from '../../src/model/record.ts'
import { slimRecord } from '../../src/model/slim.ts'
import { aUser } from '../model/builders.ts'
import { aHeldRecord, aLease, aNote, anInsight, aRow, aRun, minute, startAt } from './builders.ts'

const scopeOf = () => 'course_sync'
/** A message without the record that it is about. */
const told = { v: 1, from: 'tab-a', type: 'record', storeId: 'store-1' } as const

describe('keys', () => {
  test('a held key tells who holds it, and for how long; expired, that its owner does not respond', () => {
    const insight = anInsight([aHeldRecord()])
    expect(deriveKeyRows(insight, startAt)).toMatchObject([
      {
        scope: 'course_sync',
        stage: 'pulling',
        owner: { name: 'first tab · ab-a', isHere: false },
        lease: { renewedAt: startAt, expiresAt: startAt + minute },
        fence: 7,
        view: { status: 'running', running: { responding: true } },
      },
    ])
    expect(deriveKeyRows(insight, startAt + 2 * minute)).toMatchObject([
      { view: { running: { responding: false } } },
    ])
  })

  test('of a user who is signed out nobody holds anything, whatever the record says', () => {
    const insight = { ...anInsight([aHeldRecord()]), users: new Map() }
    expect(deriveKeyRows(insight, startAt)).toMatchObject([
      { owner: null, lease: null, view: { status: 'signed-out' } },
    ])
  })

  test('are found as their parts were given, and as the key has them', () => {
    const insight = anInsight([aHeldRecord({ key: 'u1|a%007cb', scope: 'a|b' })])
    expect(deriveKeyRows(insight, startAt, 'u1|a|b')).toHaveLength(1)
    expect(deriveKeyRows(insight, startAt, 'a%007C')).toHaveLength(1)
  })

  test('are found by any part of their name', () => {
    const insight = anInsight([aHeldRecord()])
    expect(deriveKeyRows(insight, startAt, ' COURSE ')).toHaveLength(1)
    expect(deriveKeyRows(insight, startAt, 'other')).toEqual([])
  })

  test.each([
    [0, 1],
    [30_000, 0.5],
    [90_000, 0],
    [-90_000, 1],
  ])('%d ms after its renewal so much of a lease of a minute is left: %d', (ms, left) => {
    const { renewedAt, expiresAt } = aLease()
    expect(leaseLeft({ id: '', renewedAt, expiresAt }, startAt + ms)).toBe(left)
  })
})

test('an agent keeps its label after another one took its run over', () => {
  const slim = slimRecord(aHeldRecord())
  const seen = withHeard(anInsight(), { ...told, record: slim })
  const lease = aLease({ agent: 'tab-c', agentLabel: 'third tab' })
  const next = withHeard(seen, { ...told, record: { ...slim, version: 6, lease } })
  const last = addRows(next, [aRow({ agent: 'tab-c', agentLabel: 'third tab' })], 9, 9)
  expect(['tab-a', 'tab-c'].map(agent => nameAgents(last)(agent).name)).toEqual([
    'first tab · ab-a',
    'third tab · ab-c',
  ])
  const read = { storeId: 'store-1', records: [aHeldRecord()], users: [] }
  const { labels } = withAll(anInsight(), anInsight(), read)
  expect(labels.get('tab-a')).toBe('first tab')
})

describe('runs', () => {
  const rows = [
    aRow({ seq: 1, triggers: [aNote(), aNote({ source: 'online', decision: 'joined' })] }),
    aRow({ seq: 2, status: 'failed', source: 'schedule', agent: 'tab-b', triggers: [] }),
  ]
  test.each([
    [{}, [1, 2]],
    [{ outcome: 'failed' as const }, [2]],
    [{ source: 'online' }, [1]],
    [{ agent: 'tab-b' }, [2]],
    [{ scope: 'other' }, []],
    [{ outcome: 'failed' as const, source: 'manual' }, []],
  ])('%j admits %j', (filter, seqs) => {
    expect(filterRuns(rows, scopeOf, filter).map(({ seq }) => seq)).toEqual(seqs)
  })

  test('can be chosen by what occurs in them', () => {
    expect(choicesOf(rows, scopeOf)).toEqual({
      scopes: ['course_sync'],
      sources: ['manual', 'online', 'schedule'],
      agents: ['tab-a', 'tab-b'],
    })
  })

  test('are kept once each, the newest first, and of a key no more than its store keeps', () => {
    const record = aHeldRecord({ historySeq: 3 })
    const more = [1, 2, 3].map(seq => aRow({ seq, endedAt: startAt + seq }))
    const { rows: kept } = addRows(anInsight([record], more.slice(0, 1)), more, 2, 100)
    expect(kept.map(({ seq }) => seq)).toEqual([3, 2])
  })
})

describe('triggers', () => {
  test('of runs, of what waits and of what started nothing stand together, the newest first', () => {
    const record = aHeldRecord({
      run: aRun({ triggers: [aNote({ at: startAt + 2 })] }),
      recent: [
        {
          ...aNote({ at: startAt + 3, decision: 'skipped', reason: 'min-interval' }),
          runId: null,
        },
      ],
    })
    const decisions = deriveDecisions(anInsight([record], [aRow()]))
    expect(decisions.map(({ at, decision }) => [at - startAt, decision])).toEqual([
      [3, 'skipped'],
      [2, 'started'],
      [0, 'started'],
    ])
    expect(new Set(decisions.map(({ id }) => id)).size).toBe(3)
  })
})

describe('the ids of triggers', () => {
  test('stay when older ones leave the list, and when equal ones are counted together', () => {
    const noteOf = (i: number) =>
      aNote({ source: `source ${i}`, decision: 'skipped', reason: 'min-interval', count: 3 })
    const idsOf = (record: TaskRecord) =>
      new Map(deriveDecisions(anInsight([record])).map(({ source, id }) => [source, id]))
    let record: TaskRecord = aHeldRecord({ run: null, lease: null })
    for (let i = 0; i < triggersKept; i += 1) record = remember(record, noteOf(i))
    const before = idsOf(record)
    record = remember(record, noteOf(triggersKept - 1))
    record = remember(record, noteOf(triggersKept))
    const after = idsOf(record)
    expect(record.recentDropped).toBe(3)
    for (let i = 1; i < triggersKept; i += 1)
      expect(after.get(`source ${i}`)).toBe(before.get(`source ${i}`))
    expect(new Set(after.values()).size).toBe(triggersKept)
  })
})

describe('what is read', () => {
  const read = (record: TaskRecord, storeId = 'store-1') => ({
    storeId,
    records: [record],
    users: [aUser()],
  })
  test('does not undo what was told while the store was asked', () => {
    const asked = anInsight([aHeldRecord({ version: 5 })])
    const newer = slimRecord(aHeldRecord({ version: 7, fence: 9 }))
    const other = slimRecord(aHeldRecord({ key: 'u1|begun', scope: 'begun', version: 1 }))
    const since = [newer, other].reduce(
      (insight, record) => withHeard(insight, { ...told, record }),
      asked,
    )
    const { records } = withAll(since, asked, read(aHeldRecord({ version: 6 })))
    expect([...records.values()].map(({ key, version }) => [key, version])).toEqual([
      ['u1|begun', 1],
      ['u1|course_sync', 7],
    ])
  })

  test('takes away what the store has no more, and does not bring back what was forgotten meanwhile', () => {
    const gone = aHeldRecord({ key: 'u1|gone', scope: 'gone' })
    const asked = anInsight([aHeldRecord(), gone])
    expect([...withAll(asked, asked, read(aHeldRecord())).records.keys()]).toEqual([
      'u1|course_sync',
    ])
    const since = withForgotten(asked, 'u1|course_sync')
    expect(withAll(since, asked, read(aHeldRecord())).records.size).toBe(0)
  })

  test('of another store counts alone, however low its versions', () => {
    const asked = anInsight([aHeldRecord({ version: 50 })])
    const since = withHeard(asked, { ...told, record: slimRecord(aHeldRecord({ version: 51 })) })
    const { records, users } = withAll(since, asked, read(aHeldRecord({ version: 1 }), 'store-2'))
    expect(records.get('u1|course_sync')?.version).toBe(1)
    expect(users.get('u1')).toEqual(aUser())
  })
})

describe('what is heard', () => {
  test('an older record changes nothing; a newer one does not take known decisions away', () => {
    const recent = [{ ...aNote({ decision: 'skipped', reason: 'min-interval' }), runId: null }]
    const before = anInsight([aHeldRecord({ version: 5, recent })])
    const heard = (version: number) => {
      const record = slimRecord(aHeldRecord({ version, fence: 9 }))
      return withHeard(before, { ...told, record })
    }
    expect(heard(5)).toBe(before)
    expect(heard(6).records.get('u1|course_sync')).toMatchObject({ fence: 9, recent })
  })
})

describe('the exported file', () => {
  test('has no payload, cursor, result, progress detail, nor a member that is not known', () => {
    const error = { failureClass: 'fatal', name: 'Error', message: 'mail of a@b.c' } as const
    const record = aHeldRecord({
      bookmarks: { pulling: { cursor: { secret: 'bookmark' }, taskVersion: 1, at: startAt } },
      buffered: {
        runId: 'next',
        triggers: [],
        triggersDropped: 0,
        byUser: false,
        brings: true,
        payload: { secret: 'payload' },
        hasPayload: true,
        scheduledAt: null,
        requestedAt: startAt,
      },
    })
    const later = { invented: { secret: 'later' } }
    const { run, lease } = record
    const note = { ...aNote({ decision: 'skipped' }), runId: null, ...later }
    const newer = {
      ...record,
      ...later,
      run: run && { ...run, ...later, triggers: [note], stages: run.stages.map(withLater) },
      lease: lease && { ...lease, ...later },
      paused: { at: startAt, ...later },
      slots: { daily: { anchorAt: 1, lastSlot: 2, ...later } },
      recent: [note],
    }
    function withLater<Known extends object>(known: Known): Known {
      return { ...known, ...later }
    }
    const insight = {
      ...anInsight([newer], [withLater(aRow({ status: 'failed', error, triggers: [note] }))]),
      health: { state: 'unavailable', message: 'mail of a@b.c' } as const,
    }
    const text = JSON.stringify(exportInsight(insight, startAt, message => message.slice(0, 4)))
    expect(text).not.toContain('secret')
    expect(text).not.toContain('a@b.c')
    expect(JSON.parse(text)).toMatchObject({
      keys: [{ key: 'u1|course_sync', run: { checkpoint: { stage: 'pulling' } } }],
      history: [{ error: { message: 'mail' } }],
    })
  })
})

describe('a redact of the app that throws, or answers no text', () => {
  const throwing = (): string => {
    throw new Error('of a@b.c')
  }
  test.each([throwing, () => undefined as never])('costs only the message: %s', redact => {
    const error = { failureClass: 'fatal', name: 'Error', message: 'mail of a@b.c' } as const
    const insight = anInsight([aHeldRecord()], [aRow({ status: 'failed', error })])
    const text = JSON.stringify(exportInsight(insight, startAt, redact))
    expect(text).not.toContain('a@b.c')
    expect(JSON.parse(text)).toMatchObject({
      history: [{ error: { name: 'Error', message: 'could not be redacted' } }],
    })
  })
})

describe('durations', () => {
  test.each([
    [840, '840 ms'],
    [3_240, '3.2 s'],
    [9_990, '10 s'],
    [125_000, '2 min 5 s'],
    [3_840_000, '1 h 4 min'],
    [180_000_000, '2 d 2 h'],
  ])('%d ms read %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text)
  })
})

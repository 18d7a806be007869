import { addNotes, noteTrigger } from '../../src/model/notes.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../src/model/json.ts'
import type { PendingTriggers } from '../../src/model/pending-triggers.ts'
import { mergePending, pendingFrom } from '../../src/model/pending.ts'
import type { TriggerNote, TriggerRequest } from '../../src/model/trigger.ts'
import { aChange, aPolicy, aPress, aRequest, aSlot, someFacts, startAt } from './builders.ts'
import { countOf } from './invariants.ts'

const policy = aPolicy()

function aNote(changes: Partial<TriggerNote> = {}): TriggerNote {
  return { ...noteTrigger(aRequest(), 'joined', null, someFacts(), startAt), ...changes }
}

function aPending(request: TriggerRequest, at = startAt, runId = 'run-1'): PendingTriggers {
  return pendingFrom(request, noteTrigger(request, 'buffered', 'sealed', someFacts(), at), runId)
}

/** All of them merged, in this order. */
function merged(pendings: readonly PendingTriggers[], by = policy): PendingTriggers {
  const all = pendings.reduce<PendingTriggers | null>(
    (older, newer) => mergePending(older, newer, by, someFacts()),
    null,
  )
  if (!all) throw new Error('nothing to merge')
  return all
}

describe('what is written down of a trigger', () => {
  test('source, agent, decision, reason, time, and for how many it stands', () => {
    expect(
      noteTrigger(aPress({ count: 5 }), 'buffered', 'sealed', { agent: 'tab-b' }, startAt),
    ).toEqual({
      source: 'manual',
      byUser: true,
      agent: 'tab-b',
      decision: 'buffered',
      reason: 'sealed',
      at: startAt,
      count: 5,
    })
    expect(noteTrigger(aPress(), 'started', null, { agent: 'tab-b' }, startAt).count).toBe(1)
  })
})

describe('a list of notes', () => {
  test('equal ones are counted together, with the time of the first', () => {
    const { triggers } = addNotes([aNote()], 0, [
      aNote({ at: startAt + 5, count: 2 }),
      aNote({ source: 'online' }),
    ])
    expect(triggers).toEqual([aNote({ count: 3 }), aNote({ source: 'online' })])
  })

  test.each<[string, Partial<TriggerNote>]>([
    ['source', { source: 'online' }],
    ['agent', { agent: 'tab-b' }],
    ['decision', { decision: 'buffered' }],
    ['reason', { reason: 'news' }],
    ['hand', { byUser: true }],
  ])('another %s is another note', (_, changes) => {
    expect(addNotes([aNote()], 0, [aNote(changes)]).triggers).toHaveLength(2)
  })

  test('twenty are kept, the first ones; those beyond are counted', () => {
    const notes = Array.from({ length: 25 }, (_, i) => aNote({ source: `source-${i}`, count: 2 }))
    const { triggers, triggersDropped } = addNotes(notes.slice(0, 3), 1, notes.slice(3))
    expect(triggers).toEqual(notes.slice(0, 20))
    expect(triggersDropped).toBe(1 + 5 * 2)
  })

  test('none is lost, however many come', () => {
    const note = fc
      .record({ source: fc.nat(40).map(n => `source-${n}`), count: fc.integer({ min: 1, max: 9 }) })
      .map(aNote)
    const notes = fc.array(note, { maxLength: 60, size: 'max' })
    fc.assert(
      fc.property(notes, notes, (kept, added) => {
        const first = addNotes([], 0, kept)
        const both = addNotes(first.triggers, first.triggersDropped, added)
        expect(both.triggers.length).toBeLessThanOrEqual(20)
        expect(countOf(both.triggers, both.triggersDropped)).toBe(countOf([...kept, ...added]))
      }),
    )
  })
})

describe('triggers that wait together', () => {
  test('one waits with its payload, its slot and its time', () => {
    expect(aPending(aSlot(startAt))).toMatchObject({
      scheduledAt: startAt,
      hasPayload: false,
      payload: null,
      brings: false,
    })
    expect(aPending(aPress({ payload: { list: 1 } }))).toMatchObject({
      byUser: true,
      brings: true,
      payload: { list: 1 },
      hasPayload: true,
      requestedAt: startAt,
      runId: 'run-1',
    })
  })

  test('there is one follow-up: all sources, the latest payload, the oldest time, the first run id', () => {
    const all = merged([
      aPending(aPress({ payload: 1 }), startAt + 10, 'run-1'),
      aPending(aChange({ payload: 2 }), startAt + 20, 'run-2'),
      aPending(aRequest(), startAt + 30, 'run-3'),
    ])
    expect(all.triggers.map(note => note.source)).toEqual(['manual', 'change', 'foreground'])
    expect(all).toMatchObject({
      payload: 2,
      hasPayload: true,
      requestedAt: startAt + 10,
      runId: 'run-1',
      byUser: true,
    })
  })

  test('a payload of null is a payload, none at all is not', () => {
    const [one, none] = [aPending(aPress({ payload: 1 })), aPending(aPress())]
    expect(merged([one, aPending(aPress({ payload: null }))])).toMatchObject({
      payload: null,
      hasPayload: true,
    })
    expect(merged([one, none])).toMatchObject({ payload: 1, hasPayload: true })
    expect(merged([none, none])).toMatchObject({ hasPayload: false })
  })

  test('the task may merge payloads: the older first, and only where there are two', () => {
    const mergePayload = (older: Json, newer: Json): Json => [older, newer]
    const both = [aPending(aPress({ payload: 'a' })), aPending(aPress({ payload: 'b' }))]
    expect(merged(both, aPolicy({ mergePayload })).payload).toEqual(['a', 'b'])
    expect(merged([aPending(aPress()), ...both.slice(1)], aPolicy({ mergePayload })).payload).toBe(
      'b',
    )
    expect(
      merged([...both.slice(0, 1), aPending(aPress())], aPolicy({ mergePayload })).payload,
    ).toBe('a')
  })

  test('a merge that throws, or makes no JSON, is kept with them as what their run fails with', () => {
    const throwing = (): Json => {
      throw new TypeError('cannot merge')
    }
    const faulty = [throwing, () => 'x'.repeat(20_000), () => new Date(0) as unknown as Json]
    const messages = [/cannot merge/, /the merged payload may take/, /the merged payload must be/]
    for (const [i, mergePayload] of faulty.entries()) {
      const both = [aPending(aPress({ payload: 'a' })), aPending(aPress({ payload: 'b' }))]
      const all = merged(both, aPolicy({ mergePayload }))
      expect(all).toMatchObject({ payload: 'b', fault: { failureClass: 'fatal' } })
      expect(all.fault?.message).toMatch(messages[i] ?? '')
      const later = merged([all, aPending(aRequest()), aPending(aPress())], policy)
      expect(later.fault).toEqual(all.fault)
    }
    expect(merged([aPending(aPress())])).not.toHaveProperty('fault')
  })

  test('urgent, once one of them was; bringing something, once one of them may', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.boolean(), fc.constantFrom('nothing', 'maybe', 'news')), {
          minLength: 1,
        }),
        each => {
          const all = merged(each.map(([byUser, brings]) => aPending(aRequest({ byUser, brings }))))
          expect(all.byUser).toBe(each.some(([byUser]) => byUser))
          expect(all.brings).toBe(each.some(([, brings]) => brings !== 'nothing'))
        },
      ),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chooseDue, nextDueAt } from '../../src/model/choose-due.ts'
import { deriveView } from '../../src/model/derive-view.ts'
import { isExpired } from '../../src/model/evidence.ts'
import type { Json } from '../../src/model/json.ts'
import {
  type MessageBody,
  messageVersion,
  parseMessage,
  toMessage,
} from '../../src/model/message.ts'
import type { TaskRecord } from '../../src/model/record.ts'
import { slimRecord } from '../../src/model/slim.ts'
import {
  aChange,
  aFailed,
  aPending,
  aPress,
  aRunning,
  aSealed,
  aSucceeded,
  aUser,
  aWaiting,
  key,
  someFacts,
  startAt,
  Story,
} from './support.ts'

function aPaused(): Story {
  const story = aWaiting()
  story.pause()
  story.trigger(aPress())
  return story
}

function aBuffered(): Story {
  const story = aSealed()
  story.trigger(aChange({ payload: 1 }))
  return story
}

const stories = [
  aRunning,
  aSealed,
  aBuffered,
  aWaiting,
  aPending,
  aSucceeded,
  aPaused,
  () => aFailed('fatal'),
]
const records: readonly TaskRecord[] = stories.map(make => slimRecord(make().record))
const about = { key: 'u1|course_sync', owner: 'owner-1', fence: 7 }
const progress = { stage: 'pulling', done: 1, total: null, detail: { page: 3 }, n: 3, at: startAt }

const bodies: readonly MessageBody[] = [
  ...records.map(record => ({ type: 'record', storeId: 'store-1', record }) as const),
  { type: 'users', storeId: 'store-1', users: [aUser(), aUser({ userId: 'u2', signedIn: false })] },
  { type: 'progress', key: about.key, runId: 'run-1', fence: 7, progress },
  { type: 'ping', ...about },
  { type: 'pong', ...about },
  { type: 'ask', key: about.key },
]

/** Every place inside a JSON value. */
function pathsOf(value: unknown): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => [
    [name],
    ...pathsOf(part).map(path => [name, ...path]),
  ])
}

/** The value with another part at a place; `undefined` removes it. */
function withPart(value: unknown, [name, ...rest]: readonly string[], part: unknown): unknown {
  if (name === undefined) return part
  const copy = (Array.isArray(value) ? value.slice() : { ...(value as object) }) as Record<
    string,
    unknown
  >
  const next = withPart(copy[name], rest, part)
  if (next === undefined) delete copy[name]
  else copy[name] = next
  return copy
}

describe('messages', () => {
  test('what is sent is plain JSON, and reads back as it was', () => {
    for (const body of bodies) {
      const sent = toMessage(body, 'tab-b')
      expect(JSON.parse(JSON.stringify(sent))).toStrictEqual(sent)
      expect(parseMessage(structuredClone(sent))).toEqual({
        ...body,
        v: messageVersion,
        from: 'tab-b',
      })
    }
  })

  test('whatever comes over the channel is read or ignored, never thrown at', () => {
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withDate: true, withMap: true, withTypedArray: true }),
        data => {
          expect(parseMessage(data)).toBeNull()
        },
      ),
      { numRuns: 200 },
    )
  })

  test('what looks like a message is one only with all of its members', () => {
    const shapes = fc.record(
      {
        v: fc.constantFrom(messageVersion, messageVersion + 1, '1'),
        from: fc.constantFrom('tab-b', 7, null),
        type: fc.constantFrom(
          'record',
          'users',
          'progress',
          'ping',
          'pong',
          'ask',
          'shout',
          'toString',
          '__proto__',
        ),
        key: fc.constantFrom('u1|s', 7, null),
        owner: fc.constantFrom('owner-1', 7, null),
        fence: fc.constantFrom(7, Number.NaN, Number.POSITIVE_INFINITY, '7'),
        record: fc.anything(),
        users: fc.anything(),
        storeId: fc.constantFrom('store-1', 7),
        progress: fc.anything(),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(shapes, shape => {
        const message = parseMessage(shape)
        if (!message) return
        expect(message).toMatchObject({ v: messageVersion, from: 'tab-b' })
        expect(['ping', 'pong', 'ask', 'users']).toContain(message.type)
      }),
      { numRuns: 500 },
    )
  })

  test('a message of another version is ignored', () => {
    const sent = toMessage({ type: 'ask', key: about.key }, 'tab-b') as Record<string, Json>
    for (const v of [0, 2, '1', null, undefined]) expect(parseMessage({ ...sent, v })).toBeNull()
  })

  test('members that this version does not know are no obstacle', () => {
    for (const body of bodies) {
      expect(
        parseMessage({ ...(toMessage(body, 'tab-b') as object), ofTheFuture: 1 }),
      ).not.toBeNull()
    }
  })
})

describe('a record that came damaged', () => {
  const places = records.flatMap(record => pathsOf(record).map(path => [record, path] as const))
  const junk = fc.constantFrom<unknown>(undefined, null, 7, '', 'x', [], {}, [null], [7], true)
  const damaged = fc
    .tuple(fc.constantFrom(...places), junk)
    .map(([[record, path], part]) => withPart(record, path, part))

  test('is ignored, or can be shown and looked at without a throw', () => {
    fc.assert(
      fc.property(damaged, record => {
        const message = parseMessage({
          v: messageVersion,
          from: 'tab-b',
          type: 'record',
          storeId: 'store-1',
          record,
        })
        if (message?.type !== 'record') return
        const { user, policy } = new Story()
        const facts = {
          now: startAt,
          agent: 'tab-a',
          capable: true,
          stuck: false,
          outdated: false,
          ownerGone: false,
          progress: null,
          background: null,
          gate: true,
        } as const
        deriveView({ key: about.key, ...key }, message.record, user, {
          ...facts,
          store: { state: 'ok' },
        })
        chooseDue(message.record, user, someFacts(), policy, 'time', startAt)
        nextDueAt(message.record, user)
        if (message.record.lease) isExpired(message.record.lease, startAt)
      }),
      { numRuns: 1_000 },
    )
  })

  test('is ignored when what every reader needs is missing', () => {
    const record = slimRecord(aRunning().record)
    const names = [
      'key',
      'userId',
      'scope',
      'version',
      'epoch',
      'fence',
      'lease',
      'run',
      'slots',
    ] as const
    for (const name of names) {
      const { [name]: _, ...rest } = record
      const sent = {
        v: messageVersion,
        from: 'tab-b',
        type: 'record',
        storeId: 'store-1',
        record: rest,
      }
      expect(parseMessage(sent), name).toBeNull()
    }
  })
})

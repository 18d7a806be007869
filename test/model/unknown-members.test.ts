import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decideSignIn, decideSignOut } from '../../src/model/account.ts'
import type { Decided, StoreState } from '../../src/model/facts.ts'
import type { TaskRecord } from '../../src/model/record.ts'
import { aRunning, aSlot, aUser, minute, startAt, Story } from './support.ts'
import { lives, Walk } from './walk.ts'

/** What a later version may have added. */
const added = { addedLater: { kept: true } }

type Part = object | null | undefined

function withAdded<Value extends Part>(value: Value): Value {
  return value ? { ...value, ...added } : value
}

function mapValues<Value extends object>(all: Readonly<Record<string, Value>>) {
  return Object.fromEntries(Object.entries(all).map(([name, each]) => [name, withAdded(each)]))
}

/** The record with an unknown member in every part that lives on from write to write. */
function enriched(record: TaskRecord): TaskRecord {
  const { run } = record
  return {
    ...withAdded(record),
    run: run && { ...withAdded(run), checkpoint: withAdded(run.checkpoint) },
    lease: withAdded(record.lease),
    buffered: withAdded(record.buffered),
    deferred: withAdded(record.deferred),
    last: withAdded(record.last),
    paused: withAdded(record.paused),
    bookmarks: mapValues(record.bookmarks),
    slots: mapValues(record.slots),
  }
}

function expectKept(what: string, after: Part): void {
  expect(after, what).toMatchObject(added)
}

/** Each part that is still the same thing has kept its unknown member. */
function checkKept(before: TaskRecord, after: TaskRecord): void {
  expectKept('record', after)
  if (before.run && before.run.runId === after.run?.runId) {
    expectKept('run', after.run)
    expectKept('checkpoint', after.run.checkpoint)
  }
  if (before.lease && before.lease.owner === after.lease?.owner) expectKept('lease', after.lease)
  for (const name of ['buffered', 'deferred', 'last'] as const) {
    const kept = before[name]
    if (kept && kept.runId === after[name]?.runId) expectKept(name, after[name])
  }
  if (before.paused && after.paused) expectKept('paused', after.paused)
  for (const name of ['bookmarks', 'slots'] as const) {
    for (const id of Object.keys(before[name]))
      if (after[name][id]) expectKept(name, after[name][id])
  }
}

test('members that this version does not know survive each write of every rule', () => {
  let writes = 0
  fc.assert(
    fc.property(lives, ({ policy, steps }) => {
      const walk = new Walk(policy)
      const { story } = walk
      story.transact = function transact<Result>(decide: (state: StoreState) => Decided<Result>) {
        return Story.prototype.transact.call(story, (state: StoreState) => {
          const record = state.record && enriched(state.record)
          const decided = decide({ ...state, record })
          if (record && decided.record) {
            writes++
            checkKept(record, decided.record)
          }
          return decided
        }) as Result
      }
      for (const step of steps) walk.play(step)
      walk.comeToRest()
    }),
    { numRuns: 100 },
  )
  expect(writes).toBeGreaterThan(1_000)
}, 30_000)

test('members of a user that this version does not know survive sign-in and sign-out', () => {
  const user = { ...aUser(), ...added }
  const how = { fresh: true, exclusive: true }
  expectKept('signed in', decideSignIn([user], user.userId, how, startAt, 0).user)
  expectKept('signed out', decideSignOut([user], user.userId, 0).user)
  for (const other of decideSignIn([user], 'u2', how, startAt, 0).users) {
    if (other.userId === user.userId) expectKept('signed out by another', other)
  }
})

test('members of a bookmark and of a slot that this version does not know survive their move', () => {
  const story = aRunning()
  story.reach(1)
  story.trigger(aSlot(startAt))
  story.stored = enriched(story.record)
  story.reach(2)
  story.trigger(aSlot(startAt + minute))
  expect(story.record.bookmarks['pulling']).toMatchObject({ cursor: 2, ...added })
  expect(story.record.slots['every']).toMatchObject({ lastSlot: startAt + minute, ...added })
})

test('a key that is paused once more, after a sign-in that ended its run, keeps what was said of its pause', () => {
  const story = aRunning()
  story.pause()
  const { at } = story.record.paused ?? {}
  story.signOut()
  story.signIn()
  story.stored = enriched(story.record)
  story.advance(minute).pause()
  expect(story.record.run).toBeNull()
  expect(story.record.paused).toEqual({ at, ...added })
})

/** What a contract case of a store is, and what its code is written with. */
import type { Decided, StoreState } from '../model/facts.ts'
import type { HistoryRow } from '../model/history-row.ts'
import { canonicalJson, type Json } from '../model/json.ts'
import { parseKey, type TaskKey } from '../model/key.ts'
import { emptyRecord, type TaskRecord } from '../model/record.ts'
import type { UserRecord } from '../model/user-record.ts'
import type { RecordAddress, Store, StoreContext, StoreFactory } from '../port/store.ts'

/** One promise that every store keeps. */
export interface StoreCase {
  readonly name: string
  /**
   * Throws where the store breaks the promise. `unusedName` names data that does not exist yet; the
   * case may also use names that begin with it.
   */
  run(factory: StoreFactory, unusedName: string): Promise<void>
}

/** What a case works with. */
export interface StoreBed {
  /** The name of the data, unless `open` is given another. */
  readonly name: string
  /** Opens one more handle; the end of the case closes it. Keeps three finished runs by default. */
  open(changes?: Partial<StoreContext>): Store
}

/** Makes a case: `test` gets a bed without data. */
export function storeCase(name: string, test: (bed: StoreBed) => Promise<void>): StoreCase {
  return {
    name,
    async run(factory, unusedName) {
      const opened: Store[] = []
      let ids = 0
      const context: StoreContext = {
        name: unusedName,
        now: () => 1_000,
        id: () => `${unusedName}:${++ids}`,
        historyKept: 3,
      }
      try {
        await test({
          name: unusedName,
          open(changes) {
            const store = factory({ ...context, ...changes })
            opened.push(store)
            return store
          },
        })
      } finally {
        await Promise.all(opened.map(store => store.close()))
      }
    },
  }
}

/** The address of `u1|a`, or of another string form. */
export function addressOf(key = 'u1|a'): RecordAddress {
  return { key, userId: keyOf(key).userId }
}

/** A record of which nothing happened but `changes`. */
export function recordOf(key = 'u1|a', changes: Partial<TaskRecord> = {}): TaskRecord {
  return { ...emptyRecord(keyOf(key), 1, 0), ...changes }
}

/** A user who is signed in. */
export function userOf(userId: string, changes: Partial<UserRecord> = {}): UserRecord {
  return { userId, version: 1, epoch: 1, signedIn: true, signedInAt: 1, freshAt: 1, ...changes }
}

/** A finished run. */
export function rowOf(key: string, seq: number): HistoryRow {
  return {
    key,
    seq,
    runId: `run-${seq}`,
    source: 'manual',
    byUser: true,
    payload: null,
    scheduledAt: null,
    requestedAt: seq,
    startedAt: seq,
    endedAt: seq,
    status: 'succeeded',
    cause: null,
    error: null,
    result: null,
    agent: 'agent',
    agentLabel: 'label',
    attempts: 1,
    takeovers: 0,
    recovery: null,
    fence: seq,
    epoch: 1,
    stages: [],
    triggers: [],
    triggersDropped: 0,
  }
}

/** Decides to write what `change` makes of the stored record, and answers with its new version. */
export function raising(
  key = 'u1|a',
  change: (record: TaskRecord) => TaskRecord = record => record,
): (state: StoreState) => Decided<number> {
  return ({ record }) => {
    const next = change(record ?? recordOf(key))
    const version = next.version + 1
    return { record: { ...next, version }, result: version }
  }
}

/** Throws unless both are the same JSON. */
export function expectEqual(found: unknown, expected: unknown, what: string): void {
  const [foundText, expectedText] = [textOf(found), textOf(expected)]
  if (foundText === expectedText) return
  throw new Error(`${what}: expected ${expectedText}, found ${foundText}`)
}

/** Throws unless `promise` rejects; answers with the reason. */
export async function rejectionOf(promise: Promise<unknown>, what: string): Promise<unknown> {
  const outcome = await promise.then(
    value => ({ value }),
    (reason: unknown) => ({ reason }),
  )
  if ('reason' in outcome) return outcome.reason
  throw new Error(`${what}: expected a rejection, found ${textOf(outcome.value)}`)
}

function keyOf(key: string): TaskKey {
  return parseKey(key) ?? { userId: key, scope: key }
}

function textOf(value: unknown): string {
  return value === undefined ? 'undefined' : canonicalJson(value as Json)
}

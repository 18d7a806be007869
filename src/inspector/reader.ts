/** What does an inspector read of the store, and what does it learn by that? */
import type { HistoryRow } from '../model/history-row.ts'
import type { TaskRecord } from '../model/record.ts'
import type { UserRecord } from '../model/user-record.ts'
import type { Inside } from '../registry/inside.ts'
import type { Insight } from './insight.ts'
import { addRows, withAll, withForgotten, withRead, withUsers } from './learn.ts'
import { isUpToDate, lastRows } from './stored-rows.ts'

/** Whoever reads; each call rejects as the store does, or with `store-unavailable` after 5 s, or while the store rests. */
export interface Reader {
  /** Everything. `isWanted`: whether its answers still count. */
  all(isWanted: () => boolean): Promise<void>
  /** Keys of which something was told that does not travel with the message. */
  changed(keys: readonly string[], isWanted: () => boolean): Promise<void>
}

/** The insight that is read for. */
export interface Learner {
  insight(): Insight
  set(next: Insight): void
}

/** Finished runs that are held in memory, over all keys. */
const rowsKept = 10_000
/** Keys that are read before what they brought is shown. */
const shownTogether = 50

/** Makes it. */
export function createReader(inside: Inside, { insight, set }: Learner): Reader {
  const { options, store, ledger, impatient } = inside
  const { historyKept } = options

  /** Of keys that ended a run since; those that did so last come first, up to the bound. */
  async function readHistories(
    records: readonly TaskRecord[],
    isSameStore: boolean,
    isWanted: () => boolean,
  ): Promise<void> {
    const known = isSameStore ? insight().rows : []
    const last = lastRows(known)
    const current = new Set(
      records.filter(each => isUpToDate(each, last.get(each.key))).map(({ key }) => key),
    )
    const rows = known.filter(({ key }) => current.has(key))
    const behind = records
      .filter(({ key, historySeq }) => historySeq > 0 && !current.has(key))
      .sort((a, b) => (b.last?.at ?? 0) - (a.last?.at ?? 0))
    const found: HistoryRow[] = []
    let isCut = insight().isCut && rows.length > 0
    for (const { key, historySeq } of behind) {
      const wanted = Math.min(historyKept, historySeq)
      const room = rowsKept - rows.length - found.length
      isCut ||= room < wanted
      if (room <= 0) break
      found.push(...(await historyOf(key, Math.min(wanted, room))))
      if (!isWanted()) return
    }
    set({ ...addRows({ ...insight(), rows }, found, historyKept, rowsKept), isCut })
  }

  function historyOf(key: string, limit: number): Promise<readonly HistoryRow[]> {
    return impatient(ledger.automatic.history(key, limit), 'question for finished runs')
  }

  async function readSome(keys: readonly string[], isWanted: () => boolean): Promise<void> {
    const last = lastRows(insight().rows)
    const records: TaskRecord[] = []
    const users: UserRecord[] = []
    const gone: string[] = []
    const rows: HistoryRow[] = []
    for (const key of keys) {
      const known = insight().records.get(key)
      if (!known) continue
      const { record, user } = await impatient(ledger.read(known), 'question for a key')
      if (!isWanted()) return
      if (user) users.push(user)
      if (!record) {
        gone.push(key)
        continue
      }
      records.push(record)
      const ended = Math.min(record.historySeq - (last.get(key)?.seq ?? 0), historyKept)
      if (ended <= 0) continue
      rows.push(...(await historyOf(key, ended)))
      if (!isWanted()) return
    }
    const read = gone.reduce(withForgotten, withUsers(withRead(insight(), records), users))
    set(rows.length === 0 ? read : addRows(read, rows, historyKept, rowsKept))
  }

  return {
    async all(isWanted) {
      ledger.throwIfResting()
      const asked = insight()
      // Not by way of the ledger, which has no list of keys: nothing else in a registry asks for one.
      const answer = Promise.all([store.users(), store.list()])
      const [{ users, storeId }, records] = await impatient(answer, 'question for all keys')
      if (!isWanted()) return
      set({
        ...withAll(insight(), asked, { storeId, records, users }),
        phase: 'ready',
        failure: null,
        health: ledger.health(),
      })
      await readHistories(records, asked.storeId === storeId, isWanted)
    },
    async changed(keys, isWanted) {
      ledger.throwIfResting()
      for (let from = 0; from < keys.length && isWanted(); from += shownTogether)
        await readSome(keys.slice(from, from + shownTogether), isWanted)
    },
  }
}

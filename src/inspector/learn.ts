/** What does an insight become by what is read or heard? Pure: the old one stays as it is. */
import type { HistoryRow } from '../model/history-row.ts'
import type { Message } from '../model/message.ts'
import type { TaskRecord } from '../model/record.ts'
import type { UserRecord } from '../model/user-record.ts'
import type { Insight } from './insight.ts'

/** What the store answers who asks for everything. */
export interface Everything {
  readonly storeId: string
  readonly records: readonly TaskRecord[]
  readonly users: readonly UserRecord[]
}

/** With everything as the store had it. `asked`: the insight when it was asked; what was told since counts where it is newer. */
export function withAll(insight: Insight, asked: Insight, all: Everything): Insight {
  const { storeId } = all
  // Another store begins anew: of what is known, and of its versions, nothing counts as told since.
  const isOther = insight.storeId !== null && insight.storeId !== storeId
  const then = isOther ? insight : asked
  return {
    ...insight,
    storeId,
    labels: withLabels(insight, all.records),
    records: sorted(merged(byKey(all.records), insight.records, then.records)),
    users: merged(new Map(all.users.map(each)), insight.users, then.users),
  }
}

function merged<Known extends { readonly version: number }>(
  read: ReadonlyMap<string, Known>,
  now: ReadonlyMap<string, Known>,
  then: ReadonlyMap<string, Known>,
): ReadonlyMap<string, Known> {
  const all = new Map(read)
  for (const [id, told] of now) {
    if (then.get(id) === told) continue
    if (told.version > (all.get(id)?.version ?? Number.NEGATIVE_INFINITY)) all.set(id, told)
  }
  for (const id of then.keys()) {
    if (!now.has(id)) all.delete(id)
  }
  return all
}

/** With records as the store has them. */
export function withRead(insight: Insight, read: readonly TaskRecord[]): Insight {
  const records = new Map(insight.records)
  let isSorted = true
  for (const record of read) {
    const before = records.get(record.key)
    isSorted &&= before !== undefined || records.size === 0
    // A message may have been faster than the answer of the store.
    if (!before || record.version >= before.version) records.set(record.key, record)
  }
  const labels = withLabels(insight, read)
  return { ...insight, labels, records: isSorted ? records : sorted(records) }
}

/** A run that is taken over ends as that of another agent: the label of the one before would be gone with its lease. */
function withLabels({ labels }: Insight, read: readonly TaskRecord[]): Insight['labels'] {
  const told = read.flatMap(({ lease }) =>
    lease ? [[lease.agent, lease.agentLabel] as const] : [],
  )
  return told.length === 0 ? labels : new Map([...labels, ...told])
}

/** With users as the store has them, or as somebody tells of them. */
export function withUsers(insight: Insight, told: readonly UserRecord[]): Insight {
  const news = told.filter(
    user => user.version > (insight.users.get(user.userId)?.version ?? Number.NEGATIVE_INFINITY),
  )
  if (news.length === 0) return insight
  return { ...insight, users: new Map([...insight.users, ...news.map(each)]) }
}

/** With what a message tells. */
export function withHeard(insight: Insight, message: Message): Insight {
  switch (message.type) {
    case 'record':
      return withTold(insight, message.record)
    case 'users': {
      const next = withUsers(insight, message.users)
      const { forgotten } = message
      if (forgotten === undefined) return next
      const keys = [...next.records.values()].filter(({ userId }) => userId === forgotten)
      return keys.reduce((rest, { key }) => withForgotten(rest, key), next)
    }
    case 'progress': {
      const { key, runId, progress } = message
      const before = insight.progress.get(key)
      if (before?.runId === runId && before.progress.n > progress.n) return insight
      return { ...insight, progress: new Map([...insight.progress, [key, { runId, progress }]]) }
    }
    default:
      return insight
  }
}

/** Records travel without their decisions: those that are known stay until they are read. */
function withTold(insight: Insight, told: TaskRecord): Insight {
  const before = insight.records.get(told.key)
  if (before && told.version <= before.version) return insight
  const record = before
    ? { ...told, recent: before.recent, recentDropped: before.recentDropped }
    : told
  return withRead(insight, [record])
}

/** Without a key, and its runs. */
export function withForgotten(insight: Insight, key: string): Insight {
  const records = new Map(insight.records)
  const progress = new Map(insight.progress)
  records.delete(key)
  progress.delete(key)
  const rows = insight.rows.filter(row => row.key !== key)
  return { ...insight, records, progress, ...(rows.length < insight.rows.length && ofRows(rows)) }
}

/** With more finished runs of keys that are known; of each key as many as the store keeps, of all the newest `most`. */
export function addRows(
  insight: Insight,
  added: readonly HistoryRow[],
  keptOfKey: number,
  most: number,
): Insight {
  const known = new Set(insight.rows.map(idOf))
  const rows = [...insight.rows, ...added.filter(row => !known.has(idOf(row)))]
    .filter(({ key, seq }) => {
      const record = insight.records.get(key)
      return record !== undefined && seq > record.historySeq - keptOfKey
    })
    .sort((a, b) => b.endedAt - a.endedAt || b.seq - a.seq)
    .slice(0, most)
  return { ...insight, ...ofRows(rows, insight.labels) }
}

/** What an insight has of finished runs, the newest first, and of labels; `known`: those that are not of the runs. */
export function ofRows(
  rows: readonly HistoryRow[],
  known: Insight['labels'] = new Map(),
): Pick<Insight, 'rows' | 'labels'> {
  const labels = rows.toReversed().map(({ agent, agentLabel }) => [agent, agentLabel] as const)
  return { rows, labels: new Map([...known, ...labels]) }
}

function idOf({ key, seq }: HistoryRow): string {
  return `${key} ${seq}`
}

function byKey(records: readonly TaskRecord[]): ReadonlyMap<string, TaskRecord> {
  return new Map(records.map(record => [record.key, record]))
}

function each(user: UserRecord): readonly [string, UserRecord] {
  return [user.userId, user]
}

function sorted(records: ReadonlyMap<string, TaskRecord>): ReadonlyMap<string, TaskRecord> {
  return new Map([...records].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** What this agent knows of records and users: the newest it has seen, from wherever it came. */
import type { TaskRecord } from '../model/record.ts'
import type { Progress } from '../model/run.ts'
import type { UserRecord } from '../model/user-record.ts'
import { slimRecord } from '../model/slim.ts'
import type { RecordAddress } from '../port/store.ts'
import { createRecency, isNewer } from './recency.ts'

/** What is known of one key. */
export interface KnownKey extends RecordAddress {
  readonly scope: string
  /** Slim; `null` when nothing ever happened to the key, or nothing is known yet. */
  record: TaskRecord | null
  /** Whether the store was asked. */
  loaded: boolean
  /** Newest progress that came by message. */
  progress: Progress | null
  /** The evidence says that the owner is gone. */
  ownerGone: boolean
}

/** Knows records and users, and tells when something of them changed. */
export interface Mirror {
  /** What is known of a key; starts to keep it. */
  track(address: RecordAddress, scope: string): KnownKey
  get(key: string): KnownKey | undefined
  keys(): Iterable<KnownKey>
  user(userId: string): UserRecord | null
  /** All users that are known, or `null` before the store was asked. */
  users(): readonly UserRecord[] | null
  /** The moment at which an operation on the store begins: what it shows outdoes what was heard before. */
  moment(): number
  /** A record as an operation on the store that began at `begunAt` shows it; older ones are ignored. */
  learn(storeId: string, record: TaskRecord, begunAt: number): void
  /** A record as another agent tells of it: the newest counts, until the store says otherwise. */
  hear(storeId: string, record: TaskRecord): void
  /** The store has no record of the key: what is known of an earlier one is forgotten. */
  learnAbsent(storeId: string, key: string, begunAt: number): void
  /** The store does not know the user: who is known as signed in was forgotten. */
  learnNoUser(storeId: string, userId: string, begunAt: number): void
  /** Nothing is stored of the user any more. */
  forget(userId: string): void
  /** `complete`: the store has no others. */
  learnUsers(
    storeId: string,
    users: readonly UserRecord[],
    begunAt: number,
    complete?: boolean,
  ): void
  hearUsers(storeId: string, users: readonly UserRecord[], forgotten?: string): void
  learnProgress(key: string, runId: string, fence: number, progress: Progress): void
  /** The owner is known to be gone, until the record changes. */
  lost(key: string): void
  /** Something else that views depend on changed. */
  touchAll(): void
}

/** What the mirror tells. */
export interface MirrorListener {
  onKey(known: KnownKey): void
  onUser(user: UserRecord): void
  /** The store was made anew: what was known of the old one is forgotten. */
  onOtherStore(): void
  /** Somebody speaks of another store, for the first time: only our own can tell which one counts. */
  onStranger(): void
}

/** Makes an empty mirror. */
export function createMirror(listener: MirrorListener): Mirror {
  const known = new Map<string, KnownKey>()
  const users = new Map<string, UserRecord>()
  /** Of keys, and of users by their ids. */
  const recency = createRecency<KnownKey | string>()
  const strangers = new Set<string>()
  let usersLoaded = false
  let storeId: string | null = null
  /** Our own store said so; until then it is what somebody else told. */
  let isSure = false

  function enter(id: string): void {
    const wasSure = isSure
    isSure = true
    if (storeId === id) return
    const replaced = storeId !== null
    storeId = id
    if (!replaced) return
    users.clear()
    recency.clear()
    usersLoaded = false
    for (const each of known.values()) {
      each.record = null
      each.loaded = false
      each.progress = null
      each.ownerGone = false
    }
    if (wasSure) listener.onOtherStore()
  }

  function take(entry: KnownKey, record: TaskRecord): void {
    const { lease } = record
    const before = entry.record?.lease
    if (lease?.owner !== before?.owner || lease?.renewSeq !== before?.renewSeq)
      entry.ownerGone = false
    // Whoever takes a run over counts on from what was stored, not from what its last owner told.
    if (record.fence !== entry.record?.fence) entry.progress = null
    entry.record = slimRecord(record)
    entry.loaded = true
    recency.take(entry)
    listener.onKey(entry)
  }

  function empty(entry: KnownKey): void {
    recency.drop(entry)
    entry.record = null
    entry.progress = null
    entry.ownerGone = false
    entry.loaded = true
    listener.onKey(entry)
  }

  /** Nobody is signed in who is not stored; versions of whoever comes back under the name are higher. */
  function takeAbsence(userId: string, begunAt: number): void {
    const user = users.get(userId)
    if (!user?.signedIn || !recency.isGone(userId, begunAt)) return
    takeUser({ ...user, version: user.version + 1, epoch: user.epoch + 1, signedIn: false })
  }

  function isStranger(id: string): boolean {
    storeId ??= id
    if (id === storeId) return false
    if (!strangers.has(id)) {
      strangers.add(id)
      listener.onStranger()
    }
    return true
  }

  function forget(userId: string): void {
    for (const entry of known.values()) if (entry.userId === userId) empty(entry)
  }

  function takeUser(user: UserRecord): void {
    users.set(user.userId, user)
    recency.take(user.userId)
    listener.onUser(user)
    for (const entry of known.values()) if (entry.userId === user.userId) listener.onKey(entry)
  }

  return {
    track({ key, userId }, scope) {
      let entry = known.get(key)
      if (!entry) {
        entry = {
          key,
          userId,
          scope,
          record: null,
          loaded: false,
          progress: null,
          ownerGone: false,
        }
        known.set(key, entry)
      }
      return entry
    },
    get: key => known.get(key),
    keys: () => known.values(),
    user: userId => users.get(userId) ?? null,
    users: () => (usersLoaded ? [...users.values()] : null),
    moment: recency.moment,
    learn(id, record, begunAt) {
      enter(id)
      const entry = known.get(record.key)
      if (entry && recency.isNews(entry, entry.record, record, begunAt)) take(entry, record)
    },
    hear(id, record) {
      if (isStranger(id)) return
      const entry = known.get(record.key)
      if (!entry || !isNewer(entry.record, record)) return
      recency.hear(entry)
      take(entry, record)
    },
    learnAbsent(id, key, begunAt) {
      enter(id)
      const entry = known.get(key)
      if (!entry) return
      if (!entry.loaded || recency.isGone(entry, begunAt)) empty(entry)
    },
    learnNoUser(id, userId, begunAt) {
      enter(id)
      takeAbsence(userId, begunAt)
    },
    forget,
    learnUsers(id, shown, begunAt, complete = false) {
      enter(id)
      const isFirst = complete && !usersLoaded
      usersLoaded ||= complete
      for (const user of shown) {
        const { userId } = user
        if (recency.isNews(userId, users.get(userId) ?? null, user, begunAt)) takeUser(user)
      }
      // Of whom nothing is stored it is now known that they are not signed in.
      if (isFirst) for (const entry of known.values()) listener.onKey(entry)
    },
    hearUsers(id, told, forgotten) {
      if (isStranger(id)) return
      for (const user of told) {
        if (!isNewer(users.get(user.userId) ?? null, user)) continue
        recency.hear(user.userId)
        takeUser(user)
      }
      if (forgotten !== undefined && !users.get(forgotten)?.signedIn) forget(forgotten)
    },
    learnProgress(key, runId, fence, progress) {
      const entry = known.get(key)
      const { run, lease } = entry?.record ?? {}
      if (!entry || run?.runId !== runId || lease?.fence !== fence) return
      if (entry.progress && entry.progress.n > progress.n) return
      entry.progress = progress
      listener.onKey(entry)
    },
    lost(key) {
      const entry = known.get(key)
      if (!entry) return
      entry.ownerGone = true
      listener.onKey(entry)
    },
    touchAll() {
      for (const entry of known.values()) listener.onKey(entry)
    },
  }
}

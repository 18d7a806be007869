/** What this agent knows of records and users: the newest it has seen, from wherever it came. */
import type { Progress, TaskRecord, UserRecord } from '../model/record.ts'
import { slimRecord } from '../model/slim.ts'
import type { RecordAddress } from '../port/store.ts'

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
  /** A record as a store or message of that store has it; older ones are ignored. */
  learn(storeId: string, record: TaskRecord): void
  /** The store has no record of the key. */
  learnAbsent(storeId: string, key: string): void
  /** `complete`: the store has no others. */
  learnUsers(storeId: string, users: readonly UserRecord[], complete?: boolean): void
  learnProgress(key: string, runId: string, fence: number, progress: Progress): void
  suspect(key: string, gone: boolean): void
  /** Something else that views depend on changed. */
  touchAll(): void
}

/** What the mirror tells. */
export interface MirrorListener {
  onKey(known: KnownKey): void
  onUser(user: UserRecord): void
  /** The store was made anew: what was known of the old one is forgotten. */
  onOtherStore(): void
}

/** Makes an empty mirror. */
export function createMirror(listener: MirrorListener): Mirror {
  const known = new Map<string, KnownKey>()
  const users = new Map<string, UserRecord>()
  let usersLoaded = false
  let storeId: string | null = null

  function enter(id: string): void {
    if (storeId === id) return
    const replaced = storeId !== null
    storeId = id
    if (!replaced) return
    users.clear()
    usersLoaded = false
    for (const each of known.values()) {
      each.record = null
      each.loaded = false
      each.progress = null
      each.ownerGone = false
    }
    listener.onOtherStore()
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
    learn(id, record) {
      enter(id)
      const entry = known.get(record.key)
      if (!entry || (entry.record && entry.record.version >= record.version)) return
      const { lease } = record
      const before = entry.record?.lease
      if (lease?.owner !== before?.owner || lease?.renewSeq !== before?.renewSeq)
        entry.ownerGone = false
      if (record.run?.runId !== entry.record?.run?.runId) entry.progress = null
      entry.record = slimRecord(record)
      entry.loaded = true
      listener.onKey(entry)
    },
    learnAbsent(id, key) {
      enter(id)
      const entry = known.get(key)
      if (!entry || entry.record || entry.loaded) return
      entry.loaded = true
      listener.onKey(entry)
    },
    learnUsers(id, changed, complete = false) {
      enter(id)
      usersLoaded ||= complete
      for (const user of changed) {
        if ((users.get(user.userId)?.version ?? -1) >= user.version) continue
        users.set(user.userId, user)
        listener.onUser(user)
        for (const entry of known.values()) if (entry.userId === user.userId) listener.onKey(entry)
      }
    },
    learnProgress(key, runId, fence, progress) {
      const entry = known.get(key)
      const { run, lease } = entry?.record ?? {}
      if (!entry || run?.runId !== runId || lease?.fence !== fence) return
      if (entry.progress && entry.progress.at > progress.at) return
      entry.progress = progress
      listener.onKey(entry)
    },
    suspect(key, gone) {
      const entry = known.get(key)
      if (!entry) return
      entry.ownerGone = gone
      listener.onKey(entry)
    },
    touchAll() {
      for (const entry of known.values()) listener.onKey(entry)
    },
  }
}

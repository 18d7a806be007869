/** What does the platform take by itself? One transaction, one Web Lock, one message to another tab. */
import type { Meeting } from './meeting.ts'
import { post } from './post.ts'
import { gate, sample, type Subject } from './subject.ts'

const records = 'records'
const rows = 'rows'

/** In what a raw transaction may differ from the one of the ratios. */
interface Variant {
  /** What is put besides a number. */
  readonly value?: object
  /** Rows that are got. */
  readonly reads?: number
  readonly stores?: readonly string[]
  /** Messages that tell other tabs of it: one when it is over, and before that one of what is wanted. */
  readonly tells?: 'after' | 'before and after'
  /** What follows is a task of its own. */
  readonly inTask?: true
}

/** What the transactions of this library need more than that one: one thing each, then all of them. */
const large = { value: ofRecordSize() }
const all = { ...large, reads: 2, stores: [records, rows] }
const variants: Readonly<Record<string, Variant>> = {
  'transaction@record': large,
  'transaction@reads': { reads: 2 },
  'transaction@stores': { stores: [records, rows] },
  'transaction@all': all,
  'transaction@told': { ...all, tells: 'after' },
  'transaction@start': { ...all, tells: 'before and after', inTask: true },
}

/** The transaction of the ratios: get and put one small row, then `commit()`; answered on `complete`. */
export async function rawTransaction(subject = 'transaction'): Promise<Subject> {
  const db = await openRaw('raw')
  const { value = {}, reads = 1, stores = [records], tells, inTask } = variants[subject] ?? {}
  const news = tells ? new BroadcastChannel('raw-news') : null
  const hop = inTask ? new MessageChannel() : null
  let n = 0
  const write = () =>
    getAndPut(db, stores, reads, tx => {
      tx.objectStore(records).put({ ...value, n: (n += 1) }, 'one')
    })
  const small = () =>
    sample(async () => {
      if (news && tells === 'before and after') post(news, { wants: n })
      await write()
      if (news) post(news, { ...value, n })
      if (!hop) return
      await new Promise(resolve => {
        hop.port1.onmessage = resolve
        post(hop.port2, { n })
      })
    })
  const withRow = () =>
    sample(() =>
      getAndPut(db, [records, rows], 1, tx => {
        tx.objectStore(records).put({ n: (n += 1) }, 'one')
        tx.objectStore(rows).put({ part: n, by: 'raw' })
      }),
    )
  return {
    operations: {
      start: small,
      join: small,
      'join-own': small,
      renew: small,
      commit: small,
      'commit-write': withRow,
      seal: small,
      settle: small,
      view: small,
      duplicates: small,
    },
  }
}

/** An exclusive lock of a fresh name, until it is granted. */
export async function rawLock(): Promise<Subject> {
  let n = 0
  return {
    operations: {
      start: () =>
        sample(
          () =>
            new Promise<number>(resolve => {
              n += 1
              void navigator.locks.request(`raw-${n}-${performance.timeOrigin}`, () =>
                resolve(performance.now()),
              )
            }),
        ),
    },
  }
}

/** After the owner's lock, which all that wait get at once: nothing, the heir's lock for one of them, its transaction. */
export async function rawHeir(subject: string): Promise<Subject> {
  const name = `raw-${subject}`
  const last = subject.slice('lock@'.length)
  const { operations } = await rawTransaction()
  let held = gate()
  let waiting = new AbortController()

  /** Whether this tab is the one that goes on. */
  async function passes(): Promise<boolean> {
    if (last === 'shared') return true
    const isHeir = await new Promise<boolean>(resolve => {
      void navigator.locks.request(`${name}:heir`, { ifAvailable: true }, lock => {
        resolve(lock !== null)
        return lock && held.opened
      })
    })
    if (isHeir && last === 'write') await operations.commit?.()
    return isHeir
  }

  return {
    operations: {},
    lead: onCalled =>
      new Promise<void>(resolve => {
        void navigator.locks.request(name, () => {
          onCalled()
          resolve()
          return held.opened
        })
      }),
    async follow(onCalled) {
      const { signal } = waiting
      void navigator.locks
        .request(name, { mode: 'shared', signal }, async () => {
          if (await passes()) onCalled()
          await held.opened
        })
        .catch(() => undefined)
    },
    async leave() {
      waiting.abort()
      held.open()
      held = gate()
      waiting = new AbortController()
    },
  }
}

/** A message, until it has arrived in each of the other tabs. */
export async function rawHop(meeting: Meeting): Promise<Subject> {
  const channel = new BroadcastChannel('raw-hop')
  return {
    operations: {
      view: () =>
        sample(() => {
          const seen = meeting.seen('hop')
          post(channel, { n: 1 })
          return seen
        }),
    },
    observe(onChange) {
      channel.addEventListener('message', () => onChange(performance.now()))
    },
  }
}

function openRaw(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore(records)
      request.result.createObjectStore(rows, { keyPath: 'part' })
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('the database did not open'))
  })
}

function getAndPut(
  db: IDBDatabase,
  stores: readonly string[],
  reads: number,
  write: (tx: IDBTransaction) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const tx = db.transaction(stores, 'readwrite', { durability: 'relaxed' })
    tx.oncomplete = () => resolve()
    tx.onabort = () => reject(tx.error ?? new Error('the transaction was aborted'))
    // All at once, as the requests of one operation are; the last answer comes when all have.
    const requests = Array.from({ length: reads }, (_, n) =>
      tx.objectStore(records).get(n === 0 ? 'one' : `other-${n}`),
    )
    const last = requests.at(-1)
    if (!last) throw new Error('a transaction without a request')
    last.onsuccess = () => {
      write(tx)
      tx.commit()
    }
  })
}

/** As many members and characters as the record of a running task has. */
function ofRecordSize(): object {
  return Object.fromEntries(
    Array.from({ length: 60 }, (_, n) => [`member${n}`, `value ${n}`.padEnd(10, '.')]),
  )
}

/** What lies in the device's database, and which locks are held? */
import type { Page } from '@playwright/test'
import type { WatchedEdit } from './edit-watch.ts'

/** As much of a key's record as is judged. */
export interface ReadRecord {
  readonly key: string
  readonly lease: unknown
  readonly run: unknown
  readonly buffered: unknown
  readonly deferred: unknown
  readonly paused: unknown
  readonly last: { readonly status: string } | null
}

/** A row of a collection on the device. */
export interface OwnedRow {
  readonly id: string
  readonly account: string
}

/** As much of a finished run as is counted. */
export interface ReadRun {
  readonly status: string
  readonly takeovers: number
  readonly attempts: number
}

/** All of it, at one moment. */
export interface Reading {
  readonly outbox: readonly WatchedEdit[]
  readonly courses: readonly OwnedRow[]
  readonly messages: readonly OwnedRow[]
  readonly records: readonly ReadRecord[]
  /** The newest finished runs of each key. */
  readonly runs: readonly ReadRun[]
  /** Names of the registry's locks that are held or asked for. */
  readonly locks: readonly string[]
}

/** Reads it through a page of the app. */
export function readDevice(page: Page): Promise<Reading> {
  return page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('coursebook')
      opening.onerror = () => reject(new Error('the database cannot be opened'))
      opening.onsuccess = () => resolve(opening.result)
    })
    try {
      const names = ['outbox', 'courses', 'messages', 'leaseholdRecords', 'leaseholdHistory']
      const transaction = db.transaction(names, 'readonly')
      const [outbox, courses, messages, all, runs] = await Promise.all(
        names.map(
          name =>
            new Promise<unknown[]>((resolve, reject) => {
              const request = transaction.objectStore(name).getAll()
              request.onerror = () => reject(new Error(`${name} cannot be read`))
              request.onsuccess = () => resolve(request.result)
            }),
        ),
      )
      const { held = [], pending = [] } = await navigator.locks.query()
      const records = (all ?? []).filter(
        (each): each is ReadRecord => typeof each === 'object' && each !== null && 'scope' in each,
      )
      return {
        outbox,
        courses,
        messages,
        records,
        runs,
        locks: [...held, ...pending]
          .map(lock => lock.name ?? '')
          .filter(name => name.startsWith('coursebook')),
      } as Reading
    } finally {
      db.close()
    }
  })
}

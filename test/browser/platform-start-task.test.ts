// Does work started as a task escape a Dexie transaction, and is it a task in a real browser?
import { Dexie, type Table } from 'dexie'
import { expect, onTestFinished, test } from 'vitest'
import { webLocks } from '../../src/platform/presence.ts'
import { systemRandom } from '../../src/platform/random.ts'
import { createTaskStarter } from '../../src/platform/start-task.ts'
import { ask, nextUncaught, startWorker } from '../platform/ask-peer.ts'

interface Note {
  readonly id: string
}

type Notes = Dexie & { readonly notes: Table<Note, string>; readonly other: Table<Note, string> }

async function openNotes(): Promise<Notes> {
  const db = new Dexie(`notes-${systemRandom().id()}`) as Notes
  db.version(1).stores({ notes: 'id', other: 'id' })
  await db.open()
  onTestFinished(() => db.delete())
  return db
}

/** Resolves when its transaction is over, so that the database can be deleted at once. */
function countNotes(db: Notes): PromiseLike<number> {
  return db.transaction('r', db.notes, () => db.notes.count())
}

test('work started inside a Dexie transaction is outside of it, and the transaction commits', async () => {
  const db = await openNotes()
  const startTask = createTaskStarter()
  // The starter's port is opened inside a transaction once, and used from inside again.
  for (const round of ['first', 'second']) {
    let finish: (seen: unknown) => void = () => undefined
    const seen = new Promise(resolve => {
      finish = resolve
    })
    await db.transaction('rw', db.notes, async () => {
      await db.notes.put({ id: `${round}-before` })
      expect(Dexie.currentTransaction).toBeTruthy()
      startTask(() => finish(Dexie.currentTransaction ?? 'none'))
      await db.notes.put({ id: `${round}-after` })
    })
    expect(await seen).toBe('none')
  }
  expect(await countNotes(db)).toBe(4)
})

test('work started inside a Dexie transaction may wait for anything, and use tables that it lacks', async () => {
  const db = await openNotes()
  const startTask = createTaskStarter()
  let finish: (work: Promise<unknown>) => void = () => undefined
  const worked = new Promise(resolve => {
    finish = resolve
  })
  await db.transaction('rw', db.notes, async () => {
    startTask(() => finish(workFor(db)))
    await db.notes.put({ id: 'from the transaction' })
  })
  await worked
  expect(await db.other.toArray()).toEqual([{ id: 'from the work' }])
  expect(await countNotes(db)).toBe(1)
})

async function workFor(db: Notes): Promise<void> {
  await fetch('data:text/plain,hello')
  await db.other.put({ id: 'from the work' })
}

test('work started inside a transaction that aborts runs all the same', async () => {
  const db = await openNotes()
  const startTask = createTaskStarter()
  let finish: () => void = () => undefined
  const worked = new Promise<void>(resolve => {
    finish = resolve
  })
  const aborted = db.transaction('rw', db.notes, async () => {
    startTask(() => finish())
    await db.notes.put({ id: 'lost' })
    throw new Error('no')
  })
  await expect(aborted).rejects.toThrow('no')
  await worked
  expect(await countNotes(db)).toBe(0)
})

test('a lock asked for inside a Dexie transaction is granted and released, and the transaction commits', async () => {
  const db = await openNotes()
  const name = systemRandom().id()
  const asked = await db.transaction('rw', db.notes, async () => {
    const answer = webLocks().request(name, { mode: 'exclusive' })
    await db.notes.put({ id: 'kept' })
    return { answer }
  })
  const lock = await asked.answer
  expect(lock).not.toBeNull()
  lock?.release()
  const next = await webLocks().request(name, { mode: 'exclusive' })
  expect(next).not.toBeNull()
  next?.release()
  expect(await countNotes(db)).toBe(1)
})

test('work that throws is reported as uncaught, and the work after it runs', async () => {
  const worker = startWorker()
  const reported = nextUncaught(worker)
  expect(await ask(worker, { do: 'break-task' })).toBe('went on')
  expect(await reported).toContain('this work broke')
})

test('work starts in the order of the calls, each after the promise chains of the one before', async () => {
  const startTask = createTaskStarter()
  const order: string[] = []
  await new Promise<void>(resolve => {
    for (const name of ['a', 'b']) {
      startTask(() => {
        order.push(name)
        void Promise.resolve()
          .then(() => undefined)
          .then(() => order.push(`${name} chain`))
      })
    }
    startTask(resolve)
  })
  expect(order).toEqual(['a', 'a chain', 'b', 'b chain'])
})

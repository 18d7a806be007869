// Storage that fails, in a real browser: what is seen of it, and the way back.
import { createTaskRegistry, defineTask, type RegistryEvent, type TaskView } from 'leasehold'
import { idbStore } from 'leasehold/idb'
import { createTestRegistry } from 'leasehold/testing'
import { expect, onTestFinished, test, vi } from 'vitest'

const idle = defineTask({ scope: 'sync', minIntervalMs: 0, run: () => undefined })

let named = 0

function build() {
  const name = `storage-lost-${++named}-${Date.now()}`
  const registry = createTaskRegistry({ name, tasks: [idle], onError: () => undefined })
  const events: RegistryEvent[] = []
  registry.events.subscribe(event => events.push(event))
  onTestFinished(async () => {
    await registry.close({ force: true })
    indexedDB.deleteDatabase(name)
  })
  return { name, registry, events }
}

/** Deletes a database; resolves when it is gone. */
function deleted(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = () => resolve()
    request.onerror = () => reject(request.error ?? new Error('not deleted'))
  })
}

/** A connection that stays open whatever it is asked. */
function stubborn(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('not opened'))
  })
}

test('C44 the database is deleted while it is open: told, signed out, and after a sign-in all goes on', async () => {
  const { name, registry, events } = build()
  await registry.signIn('ada')
  expect(await (await registry.trigger(idle)).done).toMatchObject({ status: 'succeeded' })
  const [before] = (await registry.history(idle)).runs
  const views: TaskView[] = []
  registry.watch({ userId: 'ada', scope: 'sync' }).subscribe(view => views.push(view))
  // The registry lets go of its connection at the versionchange, or this would wait for ever.
  await deleted(name)
  expect(await registry.trigger(idle)).toMatchObject({ reason: 'signed-out', stored: false })
  expect(events.filter(event => event.type === 'store-recreated')).toHaveLength(1)
  await expect.poll(() => views.at(-1)?.status).toBe('signed-out')
  await registry.signIn('ada')
  expect(await (await registry.trigger(idle)).done).toMatchObject({ status: 'succeeded' })
  const { runs } = await registry.history(idle)
  expect(runs).toHaveLength(1)
  expect(runs[0]?.fence).toBeGreaterThan(before?.fence ?? 0)
  await expect.poll(() => views.at(-1)).toMatchObject({ status: 'idle', store: { state: 'ok' } })
})

test('C43 an open that waits behind a deletion is late, says so, and goes on when the other lets go', async () => {
  const { name, registry } = build()
  await registry.signIn('ada')
  const other = await stubborn(name)
  const request = indexedDB.deleteDatabase(name)
  // The registry has let go by then, and the other one has not.
  await new Promise(resolve => request.addEventListener('blocked', resolve))
  const gone = new Promise(resolve => request.addEventListener('success', resolve))
  const views: TaskView[] = []
  const answer = registry.trigger(idle)
  expect(await answer).toMatchObject({ decision: 'deferred', reason: 'store-waiting' })
  registry.watch({ userId: 'ada', scope: 'sync' }).subscribe(view => views.push(view))
  expect(views.at(-1)?.store).toEqual({ state: 'waiting' })
  other.close()
  await gone
  await expect.poll(() => views.at(-1)?.store).toEqual({ state: 'ok' })
  await registry.signIn('ada')
  expect(await (await registry.trigger(idle)).done).toMatchObject({ status: 'succeeded' })
}, 20_000)

test('C43 the other way round: whoever upgrades or deletes is not held up by an idle registry', async () => {
  const { name, registry } = build()
  await registry.signIn('ada')
  const upgraded = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name, 2)
    request.onblocked = () => reject(new Error('blocked'))
    request.onsuccess = () => resolve(request.result)
  })
  // Another version of the database is not ours: it is said, and nothing is broken for the other.
  const answer = await registry.trigger(idle)
  expect(answer).toMatchObject({ decision: 'deferred', reason: 'store-unavailable', stored: false })
  expect(registry.snapshot({ userId: 'ada', scope: 'sync' }).store.state).toBe('unavailable')
  upgraded.close()
  await deleted(name)
  await registry.signIn('ada')
  expect(await (await registry.trigger(idle)).done).toMatchObject({ status: 'succeeded' })
})

test('C40 open never answers: the app starts, the view says why, and a later trigger works', async () => {
  const ada = { userId: 'ada', scope: 'sync' }
  const { registry, advance } = createTestRegistry({
    name: `storage-silent-${Date.now()}`,
    tasks: [idle],
    store: idbStore(),
    onError: () => undefined,
  })
  const opening = vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(silentRequest)
  onTestFinished(async () => {
    opening.mockRestore()
    await registry.close({ force: true })
  })
  const views: TaskView[] = []
  registry.watch(ada).subscribe(view => views.push(view))
  const signIn = registry.signIn('ada').catch((error: unknown) => error)
  const early = registry.trigger(ada)
  await advance(5_000)
  expect(await signIn).toMatchObject({ code: 'store-unavailable' })
  expect(await early).toMatchObject({
    decision: 'deferred',
    reason: 'store-waiting',
    stored: false,
  })
  expect(views.at(-1)).toMatchObject({ status: 'blocked', reason: 'store-waiting' })

  opening.mockRestore()
  await registry.signIn('ada')
  expect(await (await registry.trigger(idle)).done).toMatchObject({ status: 'succeeded' })
  await expect.poll(() => views.at(-1)).toMatchObject({ status: 'idle', store: { state: 'ok' } })
})

/** What `open()` gives in a browser that then says nothing (Safari). */
function silentRequest(): IDBOpenDBRequest {
  const silent = { addEventListener: () => undefined, removeEventListener: () => undefined }
  return Object.assign(Object.create(IDBOpenDBRequest.prototype) as IDBOpenDBRequest, silent)
}

// Do real Web Locks answer as the presence port promises, between contexts too?
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { webLocks } from '../../src/platform/presence.ts'
import { systemRandom } from '../../src/platform/random.ts'
import type { HeldLock } from '../../src/port/presence.ts'
import { ask, openFrame, startWorker } from '../platform/ask-peer.ts'

const presence = webLocks()
const random = systemRandom()

afterEach(() => {
  vi.unstubAllGlobals()
})

/** How many hold the lock and how many wait for it, in all contexts. */
async function look(name: string): Promise<{ held: number; pending: number }> {
  const { held = [], pending = [] } = await navigator.locks.query()
  const count = (locks: LockInfo[]): number => locks.filter(lock => lock.name === name).length
  return { held: count(held), pending: count(pending) }
}

async function hold(name: string, mode: LockMode = 'exclusive'): Promise<HeldLock> {
  const lock = await presence.request(name, { mode })
  if (!lock) throw new Error(`${name} was not granted`)
  onTestFinished(() => lock.release())
  return lock
}

/** Waits until a released lock is free: until the platform knows, `ifAvailable` finds it held. */
async function freed(name: string): Promise<void> {
  while ((await look(name)).held > 0);
}

test('a lock is held until it is released, and releasing twice is harmless', async () => {
  const name = random.id()
  const lock = await hold(name)
  expect(await look(name)).toEqual({ held: 1, pending: 0 })
  lock.release()
  lock.release()
  const next = await hold(name)
  expect(await look(name)).toEqual({ held: 1, pending: 0 })
  next.release()
})

test('an exclusive lock waits for the one before', async () => {
  const name = random.id()
  const order: string[] = []
  const first = await hold(name)
  const second = presence.request(name, { mode: 'exclusive' }).then(lock => {
    order.push('granted')
    lock?.release()
  })
  await look(name)
  order.push('released')
  first.release()
  await second
  expect(order).toEqual(['released', 'granted'])
})

test('many share a lock, and all of them get it when its exclusive holder is gone', async () => {
  const name = random.id()
  const owner = await hold(name)
  const watchers = Array.from({ length: 5 }, () => presence.request(name, { mode: 'shared' }))
  expect(await look(name)).toEqual({ held: 1, pending: 5 })
  owner.release()
  const locks = await Promise.all(watchers)
  expect(await look(name)).toEqual({ held: 5, pending: 0 })
  for (const lock of locks) lock?.release()
})

test('a request that is given up is answered with null and leaves the queue', async () => {
  const name = random.id()
  await hold(name)
  const controller = new AbortController()
  const answer = presence.request(name, { mode: 'shared', signal: controller.signal })
  expect(await look(name)).toEqual({ held: 1, pending: 1 })
  controller.abort(new Error('the run is over'))
  expect(await answer).toBeNull()
  expect(await look(name)).toEqual({ held: 1, pending: 0 })
})

test('ifAvailable takes a free lock and does not wait for a held one, also with a signal', async () => {
  const name = random.id()
  const { signal } = new AbortController()
  const options = { mode: 'exclusive', ifAvailable: true, signal } as const
  const first = await presence.request(name, options)
  expect(first).not.toBeNull()
  expect(await presence.request(name, options)).toBeNull()
  first?.release()
  await freed(name)
  const again = await presence.request(name, options)
  expect(again).not.toBeNull()
  again?.release()
})

test('a request given up while it is being granted leaves no lock behind', async () => {
  for (let round = 0; round < 150; round++) {
    const name = random.id()
    const owner = await hold(name)
    const controller = new AbortController()
    const answer = presence.request(name, { mode: 'exclusive', signal: controller.signal })
    owner.release()
    // Between the release and the grant lie some promise reactions and a message between processes.
    for (let hop = 0; hop < round % 30; hop++) {
      await new Promise<void>(round % 2 === 0 ? queueMicrotask : queueTask)
    }
    controller.abort()
    const lock = await answer
    lock?.release()
    const next = await hold(name)
    expect(await look(name)).toEqual({ held: 1, pending: 0 })
    next.release()
  }
})

function queueTask(work: () => void): void {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    port1.close()
    work()
  }
  port2.postMessage(null)
}

test('a worker that is terminated frees its lock', async () => {
  const name = random.id()
  const worker = startWorker()
  expect(await ask(worker, { do: 'hold', lock: name })).toBe('held')
  expect(await presence.request(name, { mode: 'exclusive', ifAvailable: true })).toBeNull()
  const answer = presence.request(name, { mode: 'shared' })
  worker.terminate()
  const lock = await answer
  expect(lock).not.toBeNull()
  lock?.release()
})

test('a frame that goes away frees its lock', async () => {
  const name = random.id()
  const frame = openFrame()
  await new Promise<void>(resolve => {
    void frame.navigator.locks.request(name, () => {
      resolve()
      return new Promise(() => undefined)
    })
  })
  const answer = presence.request(name, { mode: 'shared' })
  expect(await look(name)).toEqual({ held: 1, pending: 1 })
  frame.frameElement?.remove()
  const lock = await answer
  expect(lock).not.toBeNull()
  lock?.release()
})

test('two frames that ask at once get a lock one after the other', async () => {
  const name = random.id()
  let holders = 0
  let most = 0
  const work = async (): Promise<void> => {
    most = Math.max(most, ++holders)
    await look(name)
    holders--
  }
  const frames = [openFrame(), openFrame()]
  await Promise.all([
    ...frames.map(frame => frame.navigator.locks.request(name, work)),
    presence.request(name, { mode: 'exclusive' }).then(async lock => {
      await work()
      lock?.release()
    }),
  ])
  expect(most).toBe(1)
})

test('a lock that was stolen is lost without a rejection, and its release is harmless', async () => {
  const name = random.id()
  const lock = await hold(name)
  await navigator.locks.request(name, { steal: true }, () => undefined)
  lock.release()
  expect(await look(name)).toEqual({ held: 0, pending: 0 })
})

test('a document that is gone is answered with null', async () => {
  const frame = openFrame()
  const { navigator } = frame
  frame.frameElement?.remove()
  vi.stubGlobal('navigator', navigator)
  expect(await presence.request(random.id(), { mode: 'exclusive' })).toBeNull()
})

test('a name that the platform refuses is answered with null', async () => {
  expect(await presence.request('-refused', { mode: 'exclusive' })).toBeNull()
})

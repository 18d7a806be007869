// A write of the app has no deadline: nothing that waits behind it is reported broken.
import { createDefineTask } from '../../src/run/fenced-task.ts'
import type { FencedWrites } from '../../src/port/fenced-writes.ts'
import type { Store, StoreFactory } from '../../src/port/store.ts'
import { memoryStore } from '../../src/store/memory.ts'
import { expect, test } from 'vitest'
import { buildTimed } from '../registry/build.ts'
import { createGate } from '../registry/faulty-store.ts'

/** One transaction at a time, as in a database: whatever comes during a write of the app waits for it. */
const oneAtATime: StoreFactory = context => {
  const store = memoryStore()(context)
  let before: Promise<unknown> = Promise.resolve()
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = before.then(work)
    before = turn.catch(() => undefined)
    return turn
  }
  const fenced: FencedWrites<null> = {
    kind: 'test',
    transact: (address, decide, { write }, options = {}) =>
      inTurn(async () => {
        options.onBegin?.()
        const { record, result } = decide(await store.read(address))
        if (!record) return result
        options.onApplication?.(true)
        await new Promise((resolve, reject) => {
          options.signal?.addEventListener('abort', () => reject(options.signal?.reason as Error))
          write(null).then(resolve, reject)
        })
        options.onApplication?.(false)
        return store.transact(address, decide)
      }),
  }
  const made: Store = {
    ...store,
    fenced,
    transact: (address, decide, options) => inTurn(() => store.transact(address, decide, options)),
  }
  return made
}

const defineTask = createDefineTask<null>('test')

test('a write of twice the ttl lands, and its run keeps the lease', async () => {
  const gate = createGate()
  const reported: unknown[] = []
  let aborted: unknown = 'not asked'
  const task = defineTask({
    scope: 'a',
    tables: ['rows'],
    stages: stage => ({
      pulling: stage<string>(async run => {
        await run.commit('1', { write: () => gate.opened })
        aborted = run.signal.aborted
        await run.commit('2', { write: () => Promise.resolve() })
      }),
    }),
  })
  const { registry, advance } = buildTimed({
    tasks: [task],
    store: oneAtATime,
    onError: error => reported.push(error),
  })
  await registry.signIn('u1')
  const { done } = await registry.trigger(task)
  await advance(120_000)
  expect(registry.snapshot(task)).toMatchObject({ status: 'running' })
  gate.open()
  await advance(0)
  expect(aborted).toBe(false)
  expect(await done).toMatchObject({ status: 'succeeded' })
  expect([reported, registry.snapshot(task).store]).toEqual([[], { state: 'ok' }])
})

test('a write that fails after longer than the ttl leaves the lease to its run', async () => {
  const gate = createGate()
  let went: unknown = 'nowhere'
  const task = defineTask({
    scope: 'a',
    tables: ['rows'],
    run: async run => {
      const failed = run.commit(null, {
        write: () => gate.opened.then(() => Promise.reject(new Error('no'))),
      })
      went = await failed.catch((error: Error) => error.message)
      await run.commit(null)
      went = `${String(went)}, then on`
    },
  })
  const { registry, advance } = buildTimed({ tasks: [task], store: oneAtATime })
  await registry.signIn('u1')
  const { done } = await registry.trigger(task)
  await advance(120_000)
  gate.open()
  await advance(0)
  expect(went).toBe('no, then on')
  expect(await done).toMatchObject({ status: 'succeeded' })
})

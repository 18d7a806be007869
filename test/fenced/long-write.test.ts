// A write of the app has no deadline: nothing that waits behind it is reported broken.
import { createDefineTask } from '../../src/run/fenced-task.ts'
import type { FencedWrites } from '../../src/port/fenced-writes.ts'
import type { Store, StoreFactory } from '../../src/port/store.ts'
import { memoryStore } from '../../src/store/memory.ts'
import { expect, test } from 'vitest'
import { buildTimed } from '../registry/build.ts'
import { createGate } from '../registry/faulty-store.ts'

/** What a test does to its store, and sees of it. */
interface Bench {
  readonly factory: StoreFactory
  /** Operations on records so far. */
  asked: number
  /** Whatever is asked from now on waits for this. */
  before: Promise<unknown>
}

function createBench(): Bench {
  const bench: Bench = {
    asked: 0,
    before: Promise.resolve(),
    factory: context => oneAtATime(bench, memoryStore()(context)),
  }
  return bench
}

/** One transaction at a time, as in a database: whatever comes during a write of the app waits for it. */
function oneAtATime(bench: Bench, store: Store): Store {
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    bench.asked++
    const turn = bench.before.then(work)
    bench.before = turn.catch(() => undefined)
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
  const bench = createBench()
  const gate = createGate()
  const reported: unknown[] = []
  let aborted: unknown = 'not asked'
  let asked = 0
  const task = defineTask({
    scope: 'a',
    tables: ['rows'],
    stages: stage => ({
      pulling: stage<string>(async run => {
        await run.commit('1', { write: () => gate.opened })
        aborted = run.signal.aborted
        asked = bench.asked - asked
        await run.commit('2', { write: () => Promise.resolve() })
      }),
    }),
  })
  const { registry, advance } = buildTimed({
    tasks: [task],
    store: bench.factory,
    onError: error => reported.push(error),
  })
  await registry.signIn('u1')
  const { done } = await registry.trigger(task)
  await advance(120_000)
  expect(registry.snapshot(task)).toMatchObject({ status: 'running' })
  asked = bench.asked
  gate.open()
  await advance(0)
  expect(aborted).toBe(false)
  // The lease counts from the end of the write: nothing has to be asked once more.
  expect(asked).toBe(0)
  expect(await done).toMatchObject({ status: 'succeeded' })
  expect([reported, registry.snapshot(task).store.state]).toEqual([[], 'ok'])
})

test('a write that fails after longer than the ttl, with a renewal waiting behind it, leaves the lease to its run', async () => {
  const bench = createBench()
  const gate = createGate()
  const begun = createGate()
  const busy = createGate()
  let went: unknown = 'nowhere'
  const task = defineTask({
    scope: 'a',
    tables: ['rows'],
    run: async run => {
      bench.before = busy.opened
      begun.open()
      const failed = run.commit(null, {
        write: () => gate.opened.then(() => Promise.reject(new Error('no'))),
      })
      went = await failed.catch((error: Error) => error.message)
      await run.commit(null)
      went = `${String(went)}, then on`
    },
  })
  const { registry, advance } = buildTimed({ tasks: [task], store: bench.factory })
  await registry.signIn('u1')
  const { done } = await registry.trigger(task)
  await begun.opened
  // The commit waits for its turn, and a renewal behind it.
  await advance(20_000)
  busy.open()
  await advance(120_000)
  gate.open()
  await advance(0)
  expect(went).toBe('no, then on')
  expect(await done).toMatchObject({ status: 'succeeded' })
})

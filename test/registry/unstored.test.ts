/** Triggers that the store did not take are repeated as what they were. */
import { describe, expect, test } from 'vitest'
import { defineTask, type Json, type } from '../../src/index.ts'
import { createMemory, memoryStore } from '../../src/store/memory.ts'
import { change, every, type Subscribable } from '../../src/trigger/index.ts'
import { buildTimed } from './build.ts'
import { type Fault, faultyStore } from './faulty-store.ts'

test('a payload that the store did not take is not swallowed by a slot that it did not take either', async () => {
  let fault: Fault = null
  const payloads: Json[] = []
  let emit: (value: string) => void = () => undefined
  const source: Subscribable<string> = {
    subscribe({ next }) {
      emit = next
      return () => undefined
    },
  }
  const task = defineTask({
    scope: 'sync',
    triggers: [every(60_000), change(source, { payload: course => course })],
    run: run => {
      payloads.push(run.payload)
    },
  })
  const { registry, advance } = buildTimed({ tasks: [task], store: faultyStore(() => fault) })
  await registry.signIn('ada')
  await advance(59_500)
  fault = 'fail'
  emit('course 7')
  await advance(600)
  fault = null
  await advance(40_000)
  expect(payloads).toContain('course 7')
})

test('a restart that the store did not take is still one when a lesser trigger follows', async () => {
  let fault: Fault = null
  const memory = createMemory()
  const runs: string[] = []
  const task = defineTask({
    scope: 'sync',
    async run({ runId, signal }) {
      runs.push(runId)
      if (runs.length > 1) return
      await new Promise<void>(resolve => {
        signal.addEventListener('abort', () => resolve())
      })
    },
  })
  const a = buildTimed({ tasks: [task], store: memoryStore(memory) })
  const b = a.another({ store: faultyStore(() => fault, memory) })
  await a.registry.signIn('ada')
  await b.registry.signIn('ada')
  await a.registry.trigger(task)
  await a.advance(10)
  fault = 'fail'
  await b.registry.trigger(task, { whenRunning: 'restart' })
  await b.registry.trigger(task, { source: 'foreground', byUser: false, brings: 'nothing' })
  fault = null
  await a.advance(31_000)
  const started = runs.length
  await a.registry.cancel(task)
  await a.advance(1_000)
  expect(started).toBe(2)
})

test('a trigger that the store did not take is recorded for others, though its agent was stopped meanwhile', async () => {
  let fault: Fault = null
  let calls = 0
  const memory = createMemory()
  const task = defineTask({
    scope: 'sync',
    run: () => {
      calls++
    },
  })
  const a = buildTimed({ tasks: [task], store: faultyStore(() => fault, memory) })
  const b = a.another({ store: memoryStore(memory) })
  await a.registry.signIn('ada')
  await b.registry.signIn('ada')
  await a.advance(10)
  fault = 'fail'
  expect(await a.registry.trigger(task)).toMatchObject({ decision: 'deferred', stored: false })
  a.registry.stop()
  fault = null
  await a.advance(60_000)
  expect(calls).toBe(1)
})

describe('a trigger that the store did not take is signed out with the user who was in when it was asked', () => {
  const own = { userId: 'ada', scope: 'sync' }

  /** Two tabs; the store of the first takes no trigger until `mend` is called. */
  async function failing() {
    let fault: Fault = null
    const memory = createMemory()
    const payloads: Json[] = []
    const task = defineTask({
      scope: 'sync',
      payload: type<string[]>(),
      mergePayload: (older, newer) => [...older, ...newer],
      run: run => {
        payloads.push(run.payload)
      },
    })
    const a = buildTimed({ tasks: [task], store: faultyStore(() => fault, memory) })
    const b = a.another({ store: memoryStore(memory) })
    await a.registry.signIn('ada')
    await b.registry.signIn('ada')
    await a.advance(10)
    fault = 'fail'
    return {
      a,
      b,
      task,
      payloads,
      async mend() {
        fault = null
        await a.advance(60_000)
      },
      /** The other tab may still reach its store. */
      async signOutAndIn(options: { readonly forget?: boolean }) {
        await b.registry.signOut({ userId: 'ada', ...options })
        await b.registry.signIn('ada')
        await b.advance(10)
      },
    }
  }

  test.each([{}, { forget: true }])(
    'by its key, also when another tab signs out: %o',
    async options => {
      const { a, payloads, mend, signOutAndIn } = await failing()
      const { stored } = await a.registry.trigger(own, { payload: ['before'] })
      expect(stored).toBe(false)
      await signOutAndIn(options)
      await mend()
      expect(payloads).toEqual([])
    },
  )

  test('while the next one still waits, without what was asked before', async () => {
    const { a, payloads, mend, signOutAndIn } = await failing()
    await a.registry.trigger(own, { payload: ['before'] })
    await signOutAndIn({})
    const { stored } = await a.registry.trigger(own, { payload: ['after'] })
    expect(stored).toBe(false)
    await mend()
    expect(payloads).toEqual([['after']])
  })

  test('but not when nobody was signed out', async () => {
    const { a, payloads, mend } = await failing()
    await a.registry.trigger(own, { payload: ['one'] })
    await a.registry.trigger(own, { payload: ['two'] })
    await mend()
    expect(payloads).toEqual([['one', 'two']])
  })
})

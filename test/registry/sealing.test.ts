/** What becomes of triggers of the own tab while its run is being sealed, or settled. */
import { expect, onTestFinished, test } from 'vitest'
import { defineTask, type TaskRun, type TriggerAnswer, type } from '../../src/index.ts'
import type { StoreFactory } from '../../src/index.ts'
import { createMemory, memoryStore } from '../../src/store/memory.ts'
import { buildTimed } from './build.ts'
import { createGate, faultyStore } from './faulty-store.ts'

const maybe = { source: 'push', brings: 'maybe' } as const

/** A store that tells of each transaction when it was requested, before anything of it happens. */
function watchedStore(onTransact: (ordinal: number) => void): StoreFactory {
  const make = memoryStore(createMemory())
  let ordinal = 0
  return context => {
    const store = make(context)
    return {
      ...store,
      transact(address, decide, options) {
        const answer = store.transact(address, decide, options)
        onTransact(++ordinal)
        return answer
      },
    }
  }
}

test('from the call of seal() on they ask for a run of their own', async () => {
  let trigger: () => Promise<TriggerAnswer<null>> = () => Promise.reject(new Error('too early'))
  let answer: unknown
  const task = defineTask({
    scope: 'sync',
    seal: 'manual',
    async run(run) {
      if (run.source !== 'manual') return
      const sealed = run.seal()
      const asked = trigger()
      await sealed
      answer = await asked
    },
  })
  const { registry, advance } = buildTimed({ tasks: [task] })
  trigger = () => registry.trigger(task, maybe)
  await registry.signIn('ada')
  await registry.trigger(task)
  await advance(0)
  expect(answer).toMatchObject({ decision: 'buffered', reason: 'sealed' })
})

test('from the call of a commit that seals on they ask for a run of their own', async () => {
  let trigger: () => Promise<TriggerAnswer<null>> = () => Promise.reject(new Error('too early'))
  const answers: unknown[] = []
  const task = defineTask({
    scope: 'sync',
    seal: 'manual',
    stages: stage => ({
      pulling: stage(
        async (run: TaskRun<number, null, null>) => {
          if (run.source !== 'manual') return
          const committed = run.commit(1, { seal: true })
          const asked = trigger()
          await committed
          answers.push(await asked)
        },
        { cursor: type<number>() },
      ),
    }),
  })
  const { registry, advance } = buildTimed({ tasks: [task] })
  trigger = () => registry.trigger(task, maybe)
  await registry.signIn('ada')
  await registry.trigger(task)
  await advance(0)
  expect(answers).toMatchObject([{ decision: 'buffered', reason: 'sealed' }])
})

test('while the last stage but one ends they ask for a run of their own: the last may read already', async () => {
  let ask: (() => void) | null = null
  const answers: Promise<unknown>[] = []
  const task = defineTask({
    scope: 'sync',
    stages: stage => ({ pulling: stage(() => undefined), pushing: stage(() => undefined) }),
  })
  const store = watchedStore(ordinal => {
    // The first acquires, the second ends the first stage.
    if (ordinal === 2) ask?.()
  })
  const { registry, advance } = buildTimed({ tasks: [task], store })
  ask = () => answers.push(registry.trigger(task, maybe))
  await registry.signIn('ada')
  await registry.trigger(task)
  await advance(0)
  expect(answers).toHaveLength(1)
  expect(await answers[0]).toMatchObject({ decision: 'buffered', reason: 'sealed' })
})

test('while a settle is repeated they ask for a run of their own, which is not lost', async () => {
  const gate = createGate()
  let calls = 0
  let broken = false
  const task = defineTask({
    scope: 'sync',
    async run() {
      if (++calls === 1) await gate.opened
    },
  })
  const store = faultyStore(operation => (broken && operation === 'transact' ? 'fail' : null))
  const { registry, advance } = buildTimed({ tasks: [task], store })
  onTestFinished(() => {
    broken = false
  })
  await registry.signIn('ada')
  await registry.trigger(task)
  await advance(0)
  broken = true
  gate.open()
  await advance(10)
  broken = false
  // By a person: what nobody pressed rests for a second after the store failed.
  const answer = await registry.trigger(task, { ...maybe, byUser: true })
  expect(answer).toMatchObject({ decision: 'buffered', reason: 'sealed', stored: true })
  await advance(15_000)
  expect(calls).toBe(2)
})

test('what joined without a transaction is not forgotten when the write that carried it fails', async () => {
  let fail = false
  let commit: () => Promise<void> = () => Promise.resolve()
  const gate = createGate()
  const task = defineTask({
    scope: 'sync',
    async run(run) {
      commit = () => run.commit(null)
      await gate.opened
    },
  })
  const store = faultyStore(operation => (fail && operation === 'transact' ? 'fail' : null))
  const { registry, advance } = buildTimed({ tasks: [task], store })
  onTestFinished(gate.open)
  await registry.signIn('ada')
  await registry.trigger(task)
  await advance(0)
  await registry.trigger(task, { source: 'push', brings: 'nothing' })
  fail = true
  await expect(commit()).rejects.toMatchObject({ code: 'store-unavailable' })
  fail = false
  gate.open()
  await advance(10_000)
  const [run] = (await registry.history(task)).runs
  expect(run?.triggers).toMatchObject([
    { source: 'manual' },
    { source: 'push', decision: 'joined' },
  ])
})

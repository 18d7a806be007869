/** What a registry does with a lease that it cannot be sure of, and how it keeps sure. */
import { expect, onTestFinished, test } from 'vitest'
import { defineTask, type LeaseLost, type StoreFactory, type TaskRun } from '../../src/index.ts'
import { createMemory, memoryStore } from '../../src/store/memory.ts'
import { buildTimed } from './build.ts'
import { createGate } from './faulty-store.ts'

type Run = TaskRun<null, null, null>

/** A tab at work, whose store counts transactions and, from then on, may hold back their answers. */
async function setUp({ holdsAnswers = false, visible = true } = {}) {
  const memory = createMemory()
  const make = memoryStore(memory)
  const count = { transactions: 0 }
  const answers = new Map<number, () => void>()
  let holds = false
  const gate = createGate()
  const store: StoreFactory = context => {
    const real = make(context)
    return {
      ...real,
      async transact(address, decide, options) {
        const ordinal = ++count.transactions
        const result = await real.transact(address, decide, options)
        if (holds) await new Promise<void>(resolve => answers.set(ordinal, resolve))
        return result
      },
    }
  }
  let run!: Run
  let reason: string | null = null
  const task = defineTask({
    scope: 'sync',
    run(given) {
      run = given
      given.signal.addEventListener('abort', () => {
        reason = (given.signal.reason as LeaseLost).reason
      })
      return gate.opened
    },
  })
  const tab = buildTimed({ tasks: [task], store })
  onTestFinished(() => {
    holds = false
    for (const resolve of answers.values()) resolve()
    gate.open()
  })
  tab.environment.setVisible(visible)
  await tab.registry.signIn('ada')
  await tab.registry.trigger(task)
  await tab.advance(0)
  count.transactions = 0
  holds = holdsAnswers
  return {
    ...tab,
    task,
    run,
    count,
    /** Lets the answer of a transaction come. */
    answer: (ordinal: number) => answers.get(ordinal)?.(),
    reason: () => reason,
    lease: () => [...memory.databases.values()][0]?.records.get('ada|sync')?.lease,
  }
}

test('a trigger joins the own run without a transaction only while the lease is trusted', async () => {
  const { registry, task, count, clock } = await setUp()
  const nothing = { source: 'push', brings: 'nothing' } as const
  expect(await registry.trigger(task, nothing)).toMatchObject({ decision: 'joined', stored: false })
  expect(count.transactions).toBe(0)
  clock.moveWall(59_400)
  expect(await registry.trigger(task, nothing)).toMatchObject({ decision: 'joined', stored: true })
  expect(count.transactions).toBeGreaterThan(0)
})

test('trust counts from the request of a write, however late its answer came', async () => {
  // The renewal of 13.5 to 16.5 s is answered after 40 s, and no other ever is.
  const { advance, answer, reason, lease } = await setUp({ holdsAnswers: true })
  await advance(40_000)
  answer(1)
  await advance(0)
  expect(lease()?.renewSeq).toBe(2)
  await advance(23_400)
  expect(reason()).toBeNull()
  await advance(3_200)
  expect(reason()).toBe('lease-in-doubt')
})

test('headers renew a lease whose renewal is due, before its timer does', async () => {
  const { run, clock, advance, count, lease } = await setUp()
  await run.headers()
  expect(count.transactions).toBe(0)
  clock.moveWall(20_000)
  await run.headers()
  await advance(0)
  expect([count.transactions, lease()?.renewSeq]).toEqual([1, 1])
})

test('an agent that turns hidden renews at once, for at least 150 s', async () => {
  const { environment, advance, clock, lease } = await setUp()
  await advance(1_000)
  environment.setVisible(false)
  environment.emit('hidden')
  await advance(0)
  expect(lease()).toMatchObject({ renewSeq: 1, ttlMs: 150_000, expiresAt: clock.now() + 150_000 })
})

test.each(['visible', 'online', 'resume'] as const)(
  'an agent that hears %s renews at once',
  async signal => {
    const { environment, advance, lease } = await setUp()
    await advance(1_000)
    environment.emit(signal)
    await advance(0)
    expect(lease()?.renewSeq).toBe(1)
  },
)

test('a lease that a hidden agent takes lasts at least 150 s', async () => {
  const { lease, clock } = await setUp({ visible: false })
  expect(lease()).toMatchObject({ ttlMs: 150_000, expiresAt: clock.now() + 150_000 })
})

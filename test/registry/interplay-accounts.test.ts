/** Sign-ins and sign-outs that wait for a store which fails: the last call counts, and none hangs. */
import { expect, test } from 'vitest'
import { defineTask, type TaskView } from '../../src/index.ts'
import { createMemory, memoryStore } from '../../src/store/memory.ts'
import { type StoreFaultName, withFaults } from '../../src/testing/index.ts'
import { buildTimed, rejectionOf } from './build.ts'

const task = defineTask({ scope: 'sync', run: () => undefined })

function build(accounts: 'one' | 'none' = 'one', fault: StoreFaultName | null = null) {
  const memory = createMemory()
  const faulty = withFaults(memoryStore(memory))
  faulty.inject(fault)
  const tab = buildTimed({ tasks: [task], store: faulty.factory, accounts })
  return { ...tab, ...faulty, memory }
}

/** Who is signed in according to the store. */
async function signedIn(memory: ReturnType<typeof createMemory>): Promise<readonly string[]> {
  const store = memoryStore(memory)({
    name: 'leasehold',
    now: () => 0,
    id: () => 'x',
    historyKept: 1,
  })
  const { users } = await store.users()
  return users.filter(user => user.signedIn).map(user => user.userId)
}

test('a sign-in that waits for a sign-out does not outlive a later sign-out', async () => {
  const { registry, advance, inject, memory } = build()
  await registry.signIn('ada')
  await advance(0)
  inject('quota')
  const first = rejectionOf(registry.signOut('ada'))
  const again = rejectionOf(registry.signIn('ada'))
  await advance(6_000)
  expect(await first).toMatchObject({ code: 'store-unavailable' })
  expect(await again).toMatchObject({ code: 'store-unavailable' })
  const last = rejectionOf(registry.signOut('ada'))
  await advance(6_000)
  expect(await last).toMatchObject({ code: 'store-unavailable' })
  inject(null)
  await advance(60_000)
  expect(await signedIn(memory)).toEqual([])
})

test('a sign-in that waits for a sign-out does not put out who signed in after it', async () => {
  const { registry, advance, inject, memory } = build()
  await registry.signIn('ada')
  await advance(0)
  inject('quota')
  const out = rejectionOf(registry.signOut('ada'))
  const again = rejectionOf(registry.signIn('ada'))
  await advance(6_300)
  await out
  await again
  inject(null)
  await registry.signIn('bob')
  await advance(60_000)
  expect(await signedIn(memory)).toEqual(['bob'])
})

test('a sign-out of whoever is signed in is answered after 5 s, though the store is blocked', async () => {
  const { registry, advance, inject } = build()
  await registry.signIn('ada')
  const other = build()
  await other.advance(0)
  other.inject('blocked')
  let answer: unknown = 'pending'
  void rejectionOf(other.registry.signOut()).then(found => {
    answer = found
  })
  await other.advance(10_000)
  expect(answer).toMatchObject({ code: 'store-unavailable' })
  inject(null)
  await advance(0)
})

test('without accounts a snapshot asks a store that fails no more often than anything else', async () => {
  const { registry, advance, operations } = build('none', 'not-there')
  await advance(0)
  const before = operations()
  for (let i = 0; i < 100; i++) {
    registry.snapshot(task)
    await advance(16)
  }
  expect(operations() - before).toBeLessThan(10)
})

test('what is stored of a sign-in while its page closes is told to the others', async () => {
  for (let turns = 0; turns < 40; turns++) {
    const { registry, advance, another, memory } = build()
    const other = another()
    const views: TaskView[] = []
    other.registry.watch({ userId: 'ada', scope: 'sync' }).subscribe(view => views.push(view))
    await advance(0)
    void rejectionOf(registry.signIn('ada'))
    for (let turn = 0; turn < turns; turn++) await Promise.resolve()
    await registry.close({ force: true })
    await advance(0)
    const isIn = (await signedIn(memory)).includes('ada')
    expect(other.registry.snapshot('ada|sync').status).toBe(isIn ? 'idle' : 'signed-out')
  }
})

test('a sign-out that waits for the store is answered, though the page closes while it is away', async () => {
  const { registry, advance, inject, environment } = build()
  await registry.signIn('ada')
  await advance(0)
  inject('quota')
  let answer: unknown = 'pending'
  void rejectionOf(registry.signOut('ada')).then(found => {
    answer = found
  })
  await advance(0)
  environment.emit('pagehide')
  await registry.close({ force: true })
  await advance(10_000)
  expect(answer).toMatchObject({
    code: expect.stringMatching(/closed|store-unavailable/) as string,
  })
})

test('A3 who is forgotten twice, from two tabs, signs in again and is believed everywhere', async () => {
  const { registry, advance, another } = build()
  const other = another()
  await registry.signIn('ada')
  await other.registry.signIn('ada')
  await (await registry.trigger(task)).done
  await registry.signOut({ userId: 'ada', forget: true })
  await other.registry.signOut({ userId: 'ada', forget: true })
  await advance(1_000)
  await other.registry.signIn('ada')
  await advance(0)
  for (const tab of [registry, other.registry])
    expect(tab.snapshot({ userId: 'ada', scope: 'sync' }).status).toBe('idle')
  const { decision } = await other.registry.trigger(task)
  expect(decision).toBe('started')
})

test('C31 a sign-in whose page is left before it can tell is told by the next page that calls signIn', async () => {
  const { registry, advance, another, environment } = build()
  const other = another()
  const views: TaskView[] = []
  other.registry.watch({ userId: 'ada', scope: 'sync' }).subscribe(view => views.push(view))
  await advance(0)
  void rejectionOf(registry.signIn('ada'))
  // A login page goes on to the app at once.
  environment.emit('pagehide')
  await advance(0)
  expect(other.registry.snapshot('ada|sync').status).toBe('signed-out')
  await another().registry.signIn('ada')
  await advance(0)
  expect(other.registry.snapshot('ada|sync').status).toBe('idle')
})

test('a sign-out without a name means also whom this page is signing in', async () => {
  const { registry, advance, memory } = build()
  await registry.signIn('ada')
  const coming = registry.signIn('bob')
  await registry.signOut()
  await coming
  await advance(1_000)
  expect(await signedIn(memory)).toEqual([])
  expect(await registry.trigger(task)).toMatchObject({ reason: 'signed-out' })
})

test('a trigger that waits for its equal begins nothing for who signed in meanwhile', async () => {
  const runs: string[] = []
  const quick = defineTask({
    scope: 'quick',
    minIntervalMs: 0,
    run: ({ runId }) => void runs.push(runId),
  })
  const { registry, advance } = buildTimed({ tasks: [quick] })
  const ada = { userId: 'ada', scope: 'quick' }
  await registry.signIn('ada')
  await registry.pause(ada)
  await registry.trigger(ada)
  const held = registry.trigger(ada)
  await registry.signOut()
  await registry.signIn('ada')
  await registry.resume(ada)
  await advance(1_000)
  expect(await held).toMatchObject({ decision: 'rejected', reason: 'signed-out' })
  expect(runs).toEqual([])
})

test('a pause that was not written, since nobody was signed in, says so though somebody is by then', async () => {
  const memory = createMemory()
  const real = memoryStore(memory)
  let signInElsewhere: (() => Promise<void>) | null = null
  const tab = buildTimed({
    tasks: [task],
    store: context => {
      const store = real(context)
      return {
        ...store,
        async transact(address, decide, options) {
          const result = await store.transact(address, decide, options)
          await signInElsewhere?.()
          return result
        },
      }
    },
  })
  const other = tab.another({ store: memoryStore(memory) })
  await other.registry.signIn('ada')
  await other.registry.signOut('ada')
  await tab.advance(0)
  signInElsewhere = async () => {
    await other.registry.signIn('ada')
    await tab.advance(0)
  }
  const refused = await rejectionOf(tab.registry.pause({ userId: 'ada', scope: 'sync' }))
  signInElsewhere = null
  expect(refused).toMatchObject({ code: 'invalid-argument' })
})

test.each<[string, (tab: ReturnType<typeof build>) => Promise<void>]>([
  [
    'that overtook the sign-in',
    async ({ registry }) => {
      const coming = registry.signIn('ada')
      await registry.signOut()
      await coming
    },
  ],
  [
    'that the store took late',
    async ({ registry, advance, inject }) => {
      await registry.signIn('ada')
      inject('quota')
      const late = rejectionOf(registry.signOut())
      await advance(6_000)
      await late
      inject(null)
      await advance(60_000)
    },
  ],
])(
  'after a sign-out %s nobody is signed in here any more, and the next one means whom others signed in',
  async (_, leave) => {
    const tab = build()
    await leave(tab)
    const { hint } = await tab.registry.trigger(task)
    expect(hint).toBe('nobody is signed in here yet: call await registry.signIn(userId) first.')
    await tab.another().registry.signIn('bob')
    await tab.registry.signOut()
    expect(await signedIn(tab.memory)).toEqual([])
  },
)

import { expect, test } from 'vitest'
import { defineTask, RegistryError, type StoreFactory } from '../../src/index.ts'
import { createMemory, memoryStore } from '../../src/store/memory.ts'
import { withFaults } from '../../src/testing/index.ts'
import { buildAgents, buildRegistry, buildTimed, rejectionOf } from './build.ts'

const idle = defineTask({ scope: 'idle', run: () => undefined })

test('without accounts the first trigger runs at once, under one implicit user', async () => {
  const registry = buildRegistry({ tasks: [idle], accounts: 'none' })
  const answer = await registry.trigger(idle)
  expect(answer.decision).toBe('started')
  expect(await answer.done).toMatchObject({ status: 'succeeded' })
})

test('a sign-out that the store does not take stops this page at once and is reported, not claimed', async () => {
  let broken = false
  const memory = memoryStore(createMemory())
  const store: StoreFactory = context => {
    const real = memory(context)
    return {
      ...real,
      transactUser: (decide, options) =>
        broken
          ? Promise.reject(new RegistryError('store-unavailable', 'gone'))
          : real.transactUser(decide, options),
    }
  }
  let aborted: unknown
  let begin: () => void = () => undefined
  const begun = new Promise<void>(resolve => {
    begin = resolve
  })
  const endless = defineTask({
    scope: 'endless',
    run: run =>
      new Promise(resolve => {
        begin()
        run.signal.addEventListener('abort', () => {
          aborted = run.signal.reason
          resolve(undefined)
        })
      }),
  })
  const { registry, advance } = buildTimed({ tasks: [endless], store })
  await registry.signIn('ada')
  await registry.trigger(endless)
  await begun
  broken = true
  const left = rejectionOf(registry.signOut('ada'))
  expect(await registry.trigger(endless)).toMatchObject({
    decision: 'rejected',
    reason: 'signed-out',
  })
  expect(registry.snapshot(endless).status).toBe('signed-out')
  await advance(5_000)
  expect(await left).toMatchObject({ code: 'store-unavailable' })
  expect(aborted).toMatchObject({ reason: 'signed-out' })
  broken = false
  const again = registry.signOut('ada')
  await advance(1_000)
  await again
  expect(await registry.trigger({ userId: 'ada', scope: 'endless' })).toMatchObject({
    decision: 'rejected',
  })
})

test('a run that ended long ago still has its outcome, in every agent', async () => {
  const [first, second] = buildAgents(2, { tasks: [idle] })
  await first?.signIn('ada')
  await second?.signIn('ada')
  const early = await first?.trigger(idle)
  await early?.done
  await (await first?.trigger(idle))?.done
  expect(await second?.outcome(early?.runId ?? '')).toMatchObject({
    status: 'succeeded',
    runId: early?.runId,
  })
  expect(await second?.outcome('never')).toEqual({ status: 'unknown' })
})

/** A sign-out that landed, unseen by its page, and the next page, on which the same person signed in again. */
async function leaveUnseen() {
  const { factory, inject } = withFaults(memoryStore())
  const one = buildTimed({ tasks: [idle], store: factory })
  await one.registry.signIn('ada')
  await one.advance(0)
  inject('lost-while-committing')
  const first = one.registry.signOut('ada')
  await one.advance(0)
  inject(null)
  const two = one.another()
  await two.registry.signIn('ada')
  const shown = () => two.registry.snapshot({ userId: 'ada', scope: 'idle' }).status
  return { one, first, shown }
}

test('a sign-out that is asked for anew signs out whoever signed in since the first try', async () => {
  const { one, first, shown } = await leaveUnseen()
  const second = one.registry.signOut('ada')
  await one.advance(1_000)
  await Promise.all([first, second])
  await one.advance(0)
  expect(shown()).toBe('signed-out')
})

test('the first try alone leaves a sign-in that came after it', async () => {
  const { one, first, shown } = await leaveUnseen()
  await one.advance(1_000)
  await first
  expect(shown()).toBe('idle')
})

test('without accounts nobody is signed in by name: two users would each have every trigger', async () => {
  const memory = createMemory()
  const registry = buildRegistry({ tasks: [idle], accounts: 'none', store: memoryStore(memory) })
  const refused = await rejectionOf(registry.signIn('ada'))
  expect(refused).toBeInstanceOf(RegistryError)
  expect(refused).toMatchObject({ code: 'invalid-argument' })
  expect((refused as Error).message).toContain("accounts: 'none'")
  await registry.trigger(idle)
  const users = [...memory.databases.values()].flatMap(({ users: all }) => [...all.keys()])
  expect(users).toEqual(['local'])
})

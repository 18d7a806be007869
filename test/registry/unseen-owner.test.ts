/** An owner that dies before it tells of its acquisition is found. */
import { expect, test } from 'vitest'
import { defineTask, type Json } from '../../src/index.ts'
import { createMemory } from '../../src/store/memory.ts'
import { createLocalChannels } from '../../src/testing/local-channel.ts'
import { createLocalLocks } from '../../src/testing/local-locks.ts'
import { buildTimed } from './build.ts'
import { createGate, type Fault, faultyStore } from './faulty-store.ts'

test('an acquisition that nobody tells of is looked for again when the store did not answer', async () => {
  const channels = createLocalChannels()
  const stranger = channels.factoryFor('stranger')('leasehold:v1', () => undefined)
  let reads = 0
  let fails = false
  const task = defineTask({ scope: 'sync', run: () => undefined })
  const { registry, advance } = buildTimed({
    tasks: [task],
    channel: channels.factoryFor('b'),
    store: faultyStore(operation => {
      if (operation !== 'read') return null
      reads++
      return fails && reads === 1 ? 'fail' : null
    }),
  })
  await registry.signIn('ada')
  await advance(10)
  reads = 0
  fails = true
  stranger?.post({ v: 1, from: 'stranger', type: 'intent', key: 'ada|sync' })
  await advance(60_000)
  // Once more when the store is back, which may be another one, and once for the acquisition.
  expect(reads).toBe(3)
})

test('what was asked for as its user signed out, and lands when they are back, is looked for as well', async () => {
  const channels = createLocalChannels()
  const stranger = channels.factoryFor('stranger')('leasehold:v1', () => undefined)
  let reads = 0
  const { registry, advance } = buildTimed({
    tasks: [defineTask({ scope: 'sync', run: () => undefined })],
    channel: channels.factoryFor('b'),
    store: faultyStore(operation => {
      if (operation === 'read') reads++
      return null
    }),
  })
  await registry.signIn('ada')
  await advance(10)
  await registry.signOut()
  stranger?.post({ v: 1, from: 'stranger', type: 'intent', key: 'ada|sync' })
  await registry.signIn('ada')
  await advance(1_000)
  const before = reads
  await advance(1_000)
  expect(reads).toBe(before + 1)
})

for (const news of ['none', 'of the user']) {
  test(`an owner that dies before it tells is found, whatever else is told meanwhile: news ${news}`, async () => {
    const channels = createLocalChannels()
    const locks = createLocalLocks()
    const memory = createMemory()
    const gate = createGate()
    const calls: string[] = []
    let fault: Fault = null
    let mute = true
    const taskOf = (who: string) =>
      defineTask({
        scope: 'sync',
        async run() {
          calls.push(who)
          if (who === 'a') await gate.opened
        },
      })
    const b = buildTimed({
      tasks: [taskOf('b')],
      channel: channels.factoryFor('b'),
      presence: locks.presenceFor('b'),
      store: faultyStore(() => null, memory),
    })
    const a = b.another({
      tasks: [taskOf('a')],
      presence: locks.presenceFor('a'),
      store: faultyStore(() => fault, memory),
      // It dies between its acquisition and the message that tells of it.
      channel: (name, hear) => {
        const real = channels.factoryFor('a')(name, hear)
        if (!real) return null
        return {
          ...real,
          post(message: Json) {
            if (mute && (message as { readonly type: string }).type === 'record') fault = 'fail'
            if (!fault) real.post(message)
          },
        }
      },
    })
    await b.registry.signIn('ada')
    await a.registry.signIn('ada')
    await b.advance(10)
    await a.registry.trigger({ userId: 'ada', scope: 'sync' })
    await b.advance(10)
    expect(calls).toEqual(['a'])
    locks.leave('a')
    if (news === 'of the user') await b.registry.signIn('ada', { fresh: true })
    await b.advance(200_000)
    const found = [...calls]
    // What is left of it ends, so that it can be closed.
    mute = false
    fault = null
    gate.open()
    await b.advance(20_000)
    expect(found).toEqual(['a', 'b'])
  })
}

/** What a trigger makes of a key that was thought to be held is found, though its agent dies before it tells. */
import { expect, test } from 'vitest'
import { defineTask, type Json } from '../../src/index.ts'
import { createMemory } from '../../src/store/memory.ts'
import type { ChannelFactory } from '../../src/port/channel.ts'
import { createLocalChannels } from '../../src/testing/local-channel.ts'
import { createLocalLocks } from '../../src/testing/local-locks.ts'
import { buildTimed } from './build.ts'
import { createGate, type Fault, faultyStore } from './faulty-store.ts'

const sync = { userId: 'ada', scope: 'sync' }

/** Two tabs; the first may be deaf, and may die when it would tell of a record. */
async function setStage(isBusy: boolean) {
  const channels = createLocalChannels()
  const locks = createLocalLocks()
  const memory = createMemory()
  const calls: string[] = []
  const gates = { a: createGate(), b: createGate(), other: createGate() }
  const first = { isDeaf: false, isDying: false, fault: null as Fault, said: [] as string[] }

  const channel: ChannelFactory = (name, hear) => {
    const real = channels.factoryFor('a')(name, message => {
      if (!first.isDeaf) hear(message)
    })
    return (
      real && {
        ...real,
        post(message: Json) {
          const { type } = message as { readonly type: string }
          if (first.isDying && type === 'record') first.fault = 'fail'
          if (first.fault) return
          first.said.push(type)
          real.post(message)
        },
      }
    )
  }
  const tasksOf = (who: 'a' | 'b') => [
    defineTask({
      scope: 'sync',
      run() {
        calls.push(who)
        return gates[who].opened
      },
    }),
    defineTask({ scope: 'other', run: () => gates.other.opened }),
  ]
  const b = buildTimed({
    tasks: tasksOf('b'),
    channel: channels.factoryFor('b'),
    presence: locks.presenceFor('b'),
    store: faultyStore(() => null, memory),
  })
  const a = b.another({
    tasks: tasksOf('a'),
    channel,
    presence: locks.presenceFor('a'),
    store: faultyStore(() => first.fault, memory),
    maxConcurrent: 1,
  })
  await b.registry.signIn('ada')
  await a.registry.signIn('ada')
  await b.advance(10)
  if (isBusy) await a.registry.trigger({ userId: 'ada', scope: 'other' })
  await b.registry.trigger(sync)
  await b.advance(10)
  return { a: a.registry, advance: b.advance, locks, calls, gates, first }
}

for (const [what, isBusy, decision] of [
  ['started', false, 'started'],
  ['put off for want of a place', true, 'deferred'],
] as const) {
  test(`what is ${what} by a tab that dies unheard, which thought the key held, goes on in another`, async () => {
    const { a, advance, locks, calls, gates, first } = await setStage(isBusy)
    // It does not hear that the run ends, and nobody hears what it makes of that.
    first.isDeaf = true
    gates.b.open()
    await advance(100)
    first.isDying = true
    const pressed = await a.trigger(sync)
    locks.leave('a')
    await advance(30_000)
    const found = calls.filter(who => who === 'b').length
    // What is left of it ends, so that it can be closed.
    Object.assign(first, { isDeaf: false, isDying: false, fault: null })
    gates.a.open()
    gates.other.open()
    await advance(20_000)
    expect(pressed).toMatchObject({ decision, stored: true })
    expect(found).toBe(2)
  })
}

test('who starts a key says so once; who joins a run that is held makes nobody look for it', async () => {
  const { a, advance, gates, first } = await setStage(true)
  const pressed = await a.trigger(sync)
  const intents = first.said.filter(type => type === 'intent')
  gates.b.open()
  gates.other.open()
  await advance(20_000)
  expect(pressed).toMatchObject({ decision: 'joined', stored: true })
  // That of the other key.
  expect(intents).toEqual(['intent'])
})

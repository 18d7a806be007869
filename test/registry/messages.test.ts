import { expect, test, vi } from 'vitest'
import { defineTask, type Json } from '../../src/index.ts'
import { memoryStore } from '../../src/store/memory.ts'
import { createLocalChannels } from '../../src/testing/local-channel.ts'
import { every } from '../../src/trigger/index.ts'
import { buildTimed } from './build.ts'

const idle = defineTask({ scope: 'idle', run: () => undefined, triggers: [every(60_000)] })

/** A registry, and somebody else on its channel who hears and says what they like. */
function buildPair() {
  const name = 'pair'
  const channels = createLocalChannels()
  const heard: Record<string, Json>[] = []
  const stranger = channels.factoryFor('stranger')(`${name}:v1`, message => {
    heard.push(message as Record<string, Json>)
  })
  const errors: unknown[] = []
  const tab = buildTimed({
    tasks: [idle],
    name,
    channel: channels.factoryFor('a'),
    onError: error => errors.push(error),
  })
  const { registry, advance } = tab
  const setTimer = vi.spyOn(tab.clock, 'setTimer')
  function say(message: Record<string, Json>): void {
    stranger?.post({ ...message, from: 'stranger' })
  }
  return {
    registry,
    advance,
    heard,
    say,
    errors,
    waits: () => setTimer.mock.calls.map(([afterMs]) => afterMs),
    /** One more agent on the channel, with a store of its own. */
    elsewhere: () =>
      tab.another({ channel: channels.factoryFor('b'), store: memoryStore() }).registry,
  }
}

test('agents of another store on the same channel disturb nothing', async () => {
  const { registry, advance, elsewhere } = buildPair()
  const other = elsewhere()
  await registry.signIn('ada')
  await advance(0)
  const events: string[] = []
  const statuses: string[] = []
  registry.events.subscribe(event => events.push(event.type))
  registry.watch(idle).subscribe(view => statuses.push(view.status))
  for (const userId of ['bob', 'eve']) {
    await other.signIn(userId)
    await (await other.trigger(idle)).done
  }
  await advance(0)
  expect(events).toEqual([])
  expect(statuses).toEqual(['idle'])
})

test('a message that claims a newer record or user than there is yields to the store', async () => {
  const { registry, advance, heard, say } = buildPair()
  await registry.signIn('ada')
  await (await registry.trigger(idle)).done
  await advance(0)
  const told = heard.find(({ type }) => type === 'record')
  const users = heard.find(({ type }) => type === 'users')
  const record = told?.['record'] as Record<string, Json>
  const [user] = (users?.['users'] ?? []) as Record<string, Json>[]
  say({ ...told, record: { ...record, version: 1e15, run: null, lease: null, paused: { at: 1 } } })
  say({ ...users, users: [{ ...user, version: 1e15, epoch: 99, signedIn: false }] })
  // Equal triggers reach the store once in 100 ms.
  await advance(100)
  expect(registry.snapshot({ userId: 'ada', scope: 'idle' }).status).toBe('signed-out')
  await registry.signIn('ada')
  expect(await (await registry.trigger(idle)).done).toMatchObject({ status: 'succeeded' })
  expect(registry.snapshot(idle).status).toBe('idle')
})

test('garbage in any member of a message breaks nothing and leaves no timer that fires at once', async () => {
  const { registry, advance, heard, say, errors, waits } = buildPair()
  await registry.signIn('ada')
  await advance(0)
  const garbage: Json[] = [null, 0, -1, 'x', {}, [], true, 1e300, Number.NaN]
  for (const message of [...heard]) {
    for (const wrong of garbage) {
      for (const member of Object.keys(message)) say({ ...message, [member]: wrong })
      const record = message['record'] as Record<string, Json> | undefined
      for (const [member, inner] of Object.entries(record ?? {})) {
        const version = Number(record?.['version']) + 1_000
        say({ ...message, record: { ...record, version, [member]: wrong } })
        if (inner === null || typeof inner !== 'object') continue
        for (const part of Object.keys(inner)) {
          const broken = { ...(inner as Record<string, Json>), [part]: wrong }
          say({ ...message, record: { ...record, version, [member]: broken } })
        }
      }
    }
  }
  await advance(50)
  await registry.signIn('ada')
  expect(await (await registry.trigger(idle)).done).toMatchObject({ status: 'succeeded' })
  expect(errors).toEqual([])
  expect(waits()).not.toEqual([])
  expect(waits().filter(afterMs => Number.isNaN(afterMs))).toEqual([])
})

test('a message of another store that comes before our own answered does not say that ours was recreated', async () => {
  const channels = createLocalChannels()
  const stranger = channels.factoryFor('stranger')('leasehold:v1', () => undefined)
  const events: string[] = []
  const { registry, advance } = buildTimed({ channel: channels.factoryFor('b') })
  registry.events.subscribe(event => events.push(event.type))
  const eve = { userId: 'eve', version: 1, epoch: 1, signedIn: true, signedInAt: 0, freshAt: 0 }
  stranger?.post({ v: 1, from: 'stranger', type: 'users', storeId: 'another', users: [eve] })
  await advance(10)
  expect(events).toEqual([])
})

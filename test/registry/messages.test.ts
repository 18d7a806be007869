import { expect, test } from 'vitest'
import { defineTask, type Json } from '../../src/index.ts'
import { createLocalChannels } from '../../src/testing/local-channel.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { every } from '../../src/trigger/index.ts'
import { buildRegistry } from './build.ts'
import { pause } from './faulty-store.ts'

const idle = defineTask({ scope: 'idle', run: () => undefined, triggers: [every(60_000)] })

/** A registry, and somebody else on its channel who hears and says what they like. */
function buildPair(name: string) {
  const channels = createLocalChannels()
  const heard: Record<string, Json>[] = []
  const stranger = channels.factoryFor('stranger')(`${name}:v1`, message => {
    heard.push(message as Record<string, Json>)
  })
  const errors: unknown[] = []
  const waits: number[] = []
  const clock = systemClock()
  const build = (member: string) =>
    buildRegistry({
      tasks: [idle],
      name,
      channel: channels.factoryFor(member),
      clock: {
        ...clock,
        setTimer(afterMs, fire) {
          waits.push(afterMs)
          return clock.setTimer(afterMs, fire)
        },
      },
      onError: error => errors.push(error),
    })
  function say(message: Record<string, Json>): void {
    stranger?.post({ ...message, from: 'stranger' })
  }
  return { build, heard, say, errors, waits }
}

test('agents of another store on the same channel disturb nothing', async () => {
  const { build } = buildPair('two-stores')
  const registry = build('a')
  const other = build('b')
  await registry.signIn('ada')
  await pause(20)
  const events: string[] = []
  const statuses: string[] = []
  registry.events.subscribe(event => events.push(event.type))
  registry.watch(idle).subscribe(view => statuses.push(view.status))
  for (const userId of ['bob', 'eve']) {
    await other.signIn(userId)
    await (await other.trigger(idle)).done
  }
  await pause(20)
  expect(events).toEqual([])
  expect(statuses).toEqual(['idle'])
})

test('a message that claims a newer record or user than there is yields to the store', async () => {
  const { build, heard, say } = buildPair('claims')
  const registry = build('a')
  await registry.signIn('ada')
  await (await registry.trigger(idle)).done
  await pause(20)
  const told = heard.find(({ type }) => type === 'record')
  const users = heard.find(({ type }) => type === 'users')
  const record = told?.['record'] as Record<string, Json>
  const [user] = (users?.['users'] ?? []) as Record<string, Json>[]
  say({ ...told, record: { ...record, version: 1e15, run: null, lease: null, paused: { at: 1 } } })
  say({ ...users, users: [{ ...user, version: 1e15, epoch: 99, signedIn: false }] })
  await pause(20)
  expect(registry.snapshot({ userId: 'ada', scope: 'idle' }).status).toBe('signed-out')
  await registry.signIn('ada')
  expect(await (await registry.trigger(idle)).done).toMatchObject({ status: 'succeeded' })
  expect(registry.snapshot(idle).status).toBe('idle')
})

test('garbage in any member of a message breaks nothing and leaves no timer that fires at once', async () => {
  const { build, heard, say, errors, waits } = buildPair('garbage')
  const registry = build('a')
  await registry.signIn('ada')
  await pause(30)
  const garbage: Json[] = [null, 0, -1, 'x', {}, [], true, 1e300, Number.NaN]
  for (const message of [...heard]) {
    for (const wrong of garbage) {
      for (const member of Object.keys(message)) say({ ...message, [member]: wrong })
      const record = message['record'] as Record<string, Json> | undefined
      for (const [member, inner] of Object.entries(record ?? {})) {
        const version = Number(record?.['version']) + 1_000
        say({ ...message, record: { ...record, version, [member]: wrong } })
        if (inner === null || typeof inner !== 'object') continue
        for (const part of Object.keys(inner))
          say({ ...message, record: { ...record, version, [member]: { ...inner, [part]: wrong } } })
      }
    }
  }
  await pause(50)
  await registry.signIn('ada')
  expect(await (await registry.trigger(idle)).done).toMatchObject({ status: 'succeeded' })
  expect(errors).toEqual([])
  expect(waits.filter(afterMs => Number.isNaN(afterMs))).toEqual([])
})

/** A pause that ended, told by nobody: its tab died between the write and the message. */
import { expect, test } from 'vitest'
import { defineTask } from '../../src/index.ts'
import { createLocalChannels } from '../../src/testing/local-channel.ts'
import { buildTimed } from './build.ts'

test('what a tab resumed that died before it could tell starts in another one all the same', async () => {
  let isDying = false
  const channels = createLocalChannels((from, _to, message, receive) => {
    const { type } = message as { readonly type: string }
    if (!(isDying && from === 'dying' && type === 'record')) queueMicrotask(receive)
  })
  const task = defineTask({ scope: 'sync', run: () => undefined })
  const dying = buildTimed({ tasks: [task], channel: channels.factoryFor('dying') })
  const other = dying.another({ channel: channels.factoryFor('other') })
  await dying.registry.signIn('ada')
  await other.registry.signIn('ada')
  await dying.registry.pause(task)
  expect(await other.registry.trigger(task)).toMatchObject({ decision: 'deferred' })
  await dying.advance(0)
  isDying = true
  dying.registry.stop()
  await dying.registry.resume(task)
  expect(other.registry.snapshot(task).status).toBe('paused')
  await other.advance(2_100)
  expect(other.registry.snapshot(task)).toMatchObject({
    status: 'idle',
    last: { status: 'succeeded' },
  })
})

// Do real BroadcastChannels carry messages between contexts, and stay quiet when closed?
import { expect, test } from 'vitest'
import { broadcastChannel } from '../../src/platform/channel.ts'
import { systemRandom } from '../../src/platform/random.ts'
import type { Channel } from '../../src/port/channel.ts'
import { ask, openFrame, repeatUntil, startWorker } from '../platform/ask-peer.ts'

const random = systemRandom()

/** What was heard, and a way to wait for something. */
class Heard {
  readonly all: unknown[] = []
  private wanted: { readonly data: unknown; readonly resolve: () => void } | null = null

  readonly hear = (data: unknown): void => {
    this.all.push(data)
    const { wanted } = this
    if (wanted !== null && wanted.data === data) wanted.resolve()
  }

  /** The next time that `data` is heard. */
  next(data: string): Promise<void> {
    return new Promise(resolve => {
      this.wanted = { data, resolve }
    })
  }
}

function open(name: string, heard: Heard): Channel {
  const channel = broadcastChannel(name, heard.hear)
  if (!channel) throw new Error('this browser has no BroadcastChannel')
  return channel
}

/** A channel of another context; returns how it posts. */
function openElsewhere(name: string, heard: Heard): (data: string) => void {
  const native = new (openFrame().BroadcastChannel)(name)
  native.onmessage = event => heard.hear(event.data)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- windows have one, channels do not
  return data => native.postMessage(data)
}

test('a page and a worker hear each other, also when the page opens its channel again', async () => {
  const name = random.id()
  expect(await ask(startWorker(), { do: 'echo', channel: name })).toBe('listening')
  for (const round of ['first', 'second']) {
    const heard = new Heard()
    const channel = open(name, heard)
    await repeatUntil(heard.next(`echo of ${round}`), () => channel.post(round))
    channel.close()
  }
})

test('a message sent just before the close reaches another context', async () => {
  const name = random.id()
  const there = new Heard()
  openElsewhere(name, there)
  const channel = open(name, new Heard())
  await repeatUntil(there.next('connected?'), () => channel.post('connected?'))
  const arrived = there.next('bye')
  channel.post('bye')
  channel.close()
  await arrived
})

test('a closed channel neither hears what is on its way nor sends', async () => {
  const name = random.id()
  const there = new Heard()
  const postThere = openElsewhere(name, there)
  const here = new Heard()
  const closing = open(name, here)
  const witnessed = new Heard()
  const witness = open(name, witnessed)
  await repeatUntil(there.next('connected?'), () => witness.post('connected?'))
  await repeatUntil(here.next('to you'), () => postThere('to you'))

  const delivered = witnessed.next('on its way')
  postThere('on its way')
  closing.close()
  closing.post('dropped')
  await delivered
  const last = there.next('last')
  witness.post('last')
  await last
  witness.close()
  expect(here.all).not.toContain('on its way')
  expect(there.all).not.toContain('dropped')
})

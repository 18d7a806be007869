/** Whom an agent has heard, on which channel. */
import { expect, test } from 'vitest'
import type { Json } from '../../src/model/json.ts'
import { messageVersion } from '../../src/model/message.ts'
import { createHub } from '../../src/registry/hub.ts'

function build() {
  const channels: { hear: (data: unknown) => void; posted: Json[]; closed: boolean }[] = []
  const heard: string[] = []
  const hub = createHub(
    (_, hear) => {
      const channel = { hear, posted: [] as Json[], closed: false }
      channels.push(channel)
      return {
        post: message => void channel.posted.push(message),
        close: () => {
          channel.closed = true
        },
      }
    },
    'name',
    'me',
    message => void heard.push(`${message.from} ${message.type}`),
  )
  return { hub, channels, heard }
}

const askFrom = (from: string) => ({ v: messageVersion, from, type: 'ask', key: 'ada|sync' })

test('an agent is known to be heard from its first message on, and until the page was away', () => {
  const { hub, channels } = build()
  expect(hub.hasHeard('other')).toBe(false)
  channels[0]?.hear(askFrom('other'))
  expect(hub.hasHeard('other')).toBe(true)
  hub.close()
  hub.reopen()
  expect(hub.hasHeard('other')).toBe(false)
})

test('what comes from ourselves, or is no message, is not heard', () => {
  const { hub, channels, heard } = build()
  channels[0]?.hear(askFrom('me'))
  channels[0]?.hear({ ...askFrom('other'), v: messageVersion + 1 })
  expect([heard, hub.hasHeard('me'), hub.hasHeard('other')]).toEqual([[], false, false])
})

test('a channel that was closed is made anew, and the old one is closed once more', () => {
  const { hub, channels, heard } = build()
  hub.close()
  expect(hub.isOpen()).toBe(false)
  hub.send({ type: 'ask', key: 'ada|sync' })
  hub.reopen()
  expect([channels.length, channels[0]?.closed, hub.isOpen()]).toEqual([2, true, true])
  hub.send({ type: 'ask', key: 'ada|sync' })
  channels[1]?.hear(askFrom('other'))
  expect([channels[0]?.posted.length, channels[1]?.posted, heard]).toEqual([
    0,
    [askFrom('me')],
    ['other ask'],
  ])
})

test('a hub that is open replaces its channel without leaving the old one open', () => {
  const { hub, channels } = build()
  hub.reopen()
  expect(channels.map(({ closed }) => closed)).toEqual([true, false])
})

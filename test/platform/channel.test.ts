// Does the channel stay harmless where the platform is missing, refuses, or is late?
import { afterEach, expect, test, vi } from 'vitest'
import type { Json } from '../../src/model/json.ts'
import { broadcastChannel } from '../../src/platform/channel.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const ignore = (): void => undefined

test('there is no channel where the platform has none', () => {
  vi.stubGlobal('BroadcastChannel', undefined)
  expect(broadcastChannel('a', ignore)).toBeNull()
})

test('there is no channel where the platform refuses one', () => {
  vi.stubGlobal('BroadcastChannel', function BroadcastChannel() {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  })
  expect(broadcastChannel('a', ignore)).toBeNull()
})

test('everybody else of the same name hears a message, and nobody of another', async () => {
  const heard: string[] = []
  const mine = broadcastChannel('same', () => heard.push('mine'))
  const foreign = broadcastChannel('other', () => heard.push('foreign'))
  const data = await new Promise(resolve => {
    const theirs = broadcastChannel('same', message => {
      theirs?.close()
      resolve(message)
    })
    mine?.post({ kind: 'hello', parts: [1, null, 'two'] })
  })
  expect(data).toEqual({ kind: 'hello', parts: [1, null, 'two'] })
  expect(heard).toEqual([])
  mine?.close()
  foreign?.close()
})

test('a message sent just before the close arrives', async () => {
  const data = await new Promise(resolve => {
    const theirs = broadcastChannel('bye', message => {
      theirs?.close()
      resolve(message)
    })
    const mine = broadcastChannel('bye', ignore)
    mine?.post('bye')
    mine?.close()
  })
  expect(data).toBe('bye')
})

test('posting never throws: not after the close, not with what cannot be sent', () => {
  const channel = broadcastChannel('a', ignore)
  expect(() => channel?.post(ignore as unknown as Json)).not.toThrow()
  channel?.close()
  channel?.close()
  expect(() => channel?.post('too late')).not.toThrow()
})

test('what is delivered after the close, or cannot be read, is not heard', () => {
  const opened: BroadcastChannel[] = []
  class Recorded extends EventTarget {
    onmessage: ((event: MessageEvent) => void) | null = null
    constructor() {
      super()
      opened.push(this as unknown as BroadcastChannel)
    }
    close = ignore
  }
  vi.stubGlobal('BroadcastChannel', Recorded)
  const heard = vi.fn()
  const channel = broadcastChannel('a', heard)
  const [native] = opened
  native?.dispatchEvent(new MessageEvent('messageerror'))
  native?.onmessage?.(new MessageEvent('message', { data: 1 }))
  channel?.close()
  native?.onmessage?.(new MessageEvent('message', { data: 2 }))
  expect(heard.mock.calls).toEqual([[1]])
})

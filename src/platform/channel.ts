/** How agents of one origin hear each other: the platform's BroadcastChannel. */
import type { Json } from '../model/json.ts'
import type { Channel, ChannelFactory } from '../port/channel.ts'

/**
 * Opens a BroadcastChannel; `null` where there is none, or where it is refused (Firefox throws when
 * the user blocks cookies). What cannot be sent or read is dropped. In Node an open channel does
 * not keep the process alive. A channel that was just opened may miss what other contexts post
 * before the browser has connected it.
 *
 * Close it in `pagehide`: a message to an open channel evicts its page from the back-forward cache.
 */
export const broadcastChannel: ChannelFactory = (name, onMessage) => {
  const channel = open(name)
  return channel && wrap(channel, onMessage)
}

function open(name: string): BroadcastChannel | null {
  if (typeof BroadcastChannel === 'undefined') return null
  try {
    return new BroadcastChannel(name)
  } catch {
    return null
  }
}

function wrap(channel: BroadcastChannel, onMessage: (data: unknown) => void): Channel {
  channel.onmessage = event => onMessage(event.data)
  ;(channel as { readonly unref?: () => void }).unref?.()
  return {
    post(message: Json) {
      try {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- windows have one, channels do not
        channel.postMessage(message)
      } catch {
        // Closed, or not to be cloned: a message is a hint that may be lost.
      }
    },
    close() {
      // Whatever is still on its way: a page that is being hidden must not answer as if it were there.
      channel.onmessage = null
      channel.close()
    },
  }
}

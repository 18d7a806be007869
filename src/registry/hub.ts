/** This agent's end of the channel: sends, parses, remembers whom it heard. */
import { type Message, type MessageBody, parseMessage, toMessage } from '../model/message.ts'
import type { Channel, ChannelFactory } from '../port/channel.ts'

/** This agent's end of the channel. */
export interface Hub {
  /** Whether there is a channel at all. */
  isOpen(): boolean
  send(body: MessageBody): void
  /** Whether a message of that agent was received since this page was last shown. */
  hasHeard(agent: string): boolean
  /** A new channel: the old one may have been closed behind our back. */
  reopen(): void
  close(): void
}

/** Opens the channel; `onMessage` gets what parses and comes from others. */
export function createHub(
  factory: ChannelFactory,
  name: string,
  agent: string,
  onMessage: (message: Message) => void,
): Hub {
  let heard = new Set<string>()
  let channel: Channel | null = null

  function open(): void {
    channel = factory(name, data => {
      const message = parseMessage(data)
      if (!message || message.from === agent) return
      heard.add(message.from)
      onMessage(message)
    })
  }

  open()
  return {
    isOpen: () => channel !== null,
    send(body) {
      channel?.post(toMessage(body, agent))
    },
    hasHeard: other => heard.has(other),
    reopen() {
      channel?.close()
      heard = new Set()
      open()
    },
    close() {
      channel?.close()
      channel = null
    },
  }
}

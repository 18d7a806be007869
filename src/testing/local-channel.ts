/** A channel between agents of one process. */
import type { Json } from '../model/json.ts'
import type { ChannelFactory } from '../port/channel.ts'

/** Delivers one message when it likes, or never. */
export type Deliver = (from: string, to: string, message: Json, receive: () => void) => void

/** The channels of one origin, in memory. */
export interface LocalChannels {
  /** What `member` opens its channels with. */
  factoryFor(member: string): ChannelFactory
  /** Closes whatever the member has open. */
  leave(member: string): void
  isOpen(member: string): boolean
}

interface End {
  readonly member: string
  readonly name: string
  readonly onMessage: (data: unknown) => void
}

/** Makes them; default delivery: a microtask later. */
export function createLocalChannels(
  deliver: Deliver = (_from, _to, _message, receive) => queueMicrotask(receive),
): LocalChannels {
  const ends = new Set<End>()
  return {
    factoryFor: member => (name, onMessage) => {
      const mine: End = { member, name, onMessage }
      ends.add(mine)
      return {
        post(message) {
          if (!ends.has(mine)) return
          for (const end of ends) {
            if (end === mine || end.name !== name) continue
            deliver(member, end.member, message, () => {
              if (ends.has(end)) end.onMessage(message)
            })
          }
        },
        close: () => void ends.delete(mine),
      }
    },
    leave(member) {
      for (const end of ends) if (end.member === member) ends.delete(end)
    },
    isOpen: member => [...ends].some(end => end.member === member),
  }
}

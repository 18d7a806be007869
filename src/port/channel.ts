/** Messages between the agents of one origin: hints that may be late or lost. */
import type { Json } from '../model/json.ts'

/** An open channel. */
export interface Channel {
  /** Sends to every other agent; never throws. */
  post(message: Json): void
  /** Receives nothing and sends nothing from now on; closing twice is harmless. */
  close(): void
}

/** Opens a channel; `null` where there is none. */
export type ChannelFactory = (name: string, onMessage: (data: unknown) => void) => Channel | null

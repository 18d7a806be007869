/** What this agent makes of messages, and what it answers. */
import type { Message } from '../model/message.ts'
import type { Holding } from '../run/holding.ts'
import type { Hub } from './hub.ts'
import type { Mirror } from './mirror.ts'
import type { Runner } from './runner.ts'
import type { Watchers } from './watchers.ts'

/** The messages of an agent. */
export interface Conversation {
  hear(message: Message): void
  /** The key is held from here on: whoever asked before this agent heard of that gets an answer. */
  held(holding: Holding): void
}

type Ping = Extract<Message, { readonly type: 'ping' }>

/** Makes it. */
export function createConversation(
  mirror: Mirror,
  runner: () => Runner,
  hub: () => Hub,
  watchers: () => Watchers,
  onIntent: (key: string) => void,
): Conversation {
  /** By key, pings of an owner that this agent may have become without having heard of it. */
  const early = new Map<string, Ping>()

  /** Only who executes exactly that owner answers, and only with a renewal to show for it. */
  function answerPing(ping: Ping): void {
    const { key, owner, fence } = ping
    const holding = runner().holding(key)
    if (!holding && runner().isBusyWith(key)) early.set(key, ping)
    if (holding?.owner !== owner || holding.fence !== fence || holding.isSettling()) return
    const pong = (): void => hub().send({ type: 'pong', key, owner, fence })
    if (holding.keeper.isFresh()) pong()
    // Also one that finds its lease over: it stops its stage, which nobody should run beside it meanwhile.
    else holding.renew().then(pong, () => undefined)
  }

  function tellProgress(asked: string): void {
    const holding = runner().holding(asked)
    const progress = holding?.progress()
    if (!holding || !progress) return
    const { key, runId, fence } = holding
    hub().send({ type: 'progress', key, runId, fence, progress })
  }

  function hear(message: Message): void {
    switch (message.type) {
      case 'record':
        return mirror.hear(message.storeId, message.record)
      case 'users':
        return mirror.hearUsers(message.storeId, message.users, message.forgotten)
      case 'progress':
        return mirror.learnProgress(message.key, message.runId, message.fence, message.progress)
      case 'ping':
        return answerPing(message)
      case 'pong':
        return watchers().hearPong(message)
      case 'bye':
        return watchers().hearBye(message.runs)
      case 'intent':
        return onIntent(message.key)
      case 'ask':
        return tellProgress(message.key)
    }
  }

  return {
    hear,
    held({ key, owner, fence, renew }) {
      const ping = early.get(key)
      early.delete(key)
      // Who asked has read this very lease: only a newer one is an answer.
      if (ping?.owner === owner && ping.fence === fence) renew().catch(() => undefined)
    },
  }
}

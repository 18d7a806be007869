/** What this agent makes of messages, and what it answers. */
import type { Message } from '../model/message.ts'
import type { Hub } from './hub.ts'
import type { Mirror } from './mirror.ts'
import type { Runner } from './runner.ts'
import type { Watchers } from './watchers.ts'

/** Hears one message. */
export type Conversation = (message: Message) => void

/** Makes it. */
export function createConversation(
  mirror: Mirror,
  runner: () => Runner,
  hub: () => Hub,
  watchers: () => Watchers,
  onIntent: (key: string) => void,
): Conversation {
  /** Only who executes exactly that owner answers, and only with a renewal to show for it. */
  function answerPing({ key, owner, fence }: Extract<Message, { readonly type: 'ping' }>): void {
    const holding = runner().holding(key)
    if (holding?.owner !== owner || holding.fence !== fence || holding.isSettling()) return
    const pong = (): void => hub().send({ type: 'pong', key, owner, fence })
    if (holding.keeper.isFresh()) pong()
    else holding.renew().then(pong, () => undefined)
  }

  function tellProgress(asked: string): void {
    const holding = runner().holding(asked)
    const progress = holding?.progress()
    if (!holding || !progress) return
    const { key, runId, fence } = holding
    hub().send({ type: 'progress', key, runId, fence, progress })
  }

  return message => {
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
        // That it came is what counts: its sender is known to be heard.
        return
      case 'bye':
        return watchers().hearBye(message.runs)
      case 'intent':
        return onIntent(message.key)
      case 'ask':
        return tellProgress(message.key)
    }
  }
}

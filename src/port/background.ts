/** What a browser can start work with while no page of the app is open: the events of its service worker. */
import type { Brings } from '../model/trigger.ts'
import type { BackgroundSupport } from '../model/view.ts'

/** Something that a service worker was woken for. */
export interface BackgroundEvent {
  /** How long runs go on here, ms; then each stops at its next commit and is handed over. */
  readonly budgetMs: number
  /** Fires triggers, once it is known who is signed in. Default: none. What is due goes on in any case. */
  readonly fire?: (triggers: EventTriggers) => unknown
}

/** How an event asks for work. */
export interface EventTriggers {
  /** Every task of every signed-in user, or only these scopes. */
  all(source: string, brings: Brings, scopes?: readonly string[]): Promise<void>
  /** Every key of which something was left undone. */
  left(source: string): Promise<void>
}

/** The agent, as events reach it. */
export interface EventAgent {
  /** The registry's name. */
  readonly name: string
  /**
   * Lets runs start and go on until nothing is left to do here, or the time is over and what ran has
   * stopped. Answers whether anything was left undone that a later event could go on with.
   */
  serve(event: BackgroundEvent): Promise<{ readonly isLeft: boolean }>
}

/** How an agent and the browser's events know each other; made by `leasehold/service-worker`. */
export interface Background {
  /** Where the registry that it is passed to lives. */
  readonly side: 'page' | 'service-worker'
  /** Called once by each registry; in a service worker events reach `agent` until the returned function is called. */
  join(agent: EventAgent): () => void
  /** Only in a page: asks the browser for an event as soon as the network is there. */
  readonly ask?: (name: string) => void
  /** What the browser offers, as far as it is known. */
  support(): BackgroundSupport
  /** Calls `listener` when that changes, until the returned function is called. */
  listen(listener: () => void): () => void
}

/** What an agent notices of the context that it lives in. */
import type { AgentKind } from '../model/lease.ts'

/** What an agent is told of. `pageshow` means shown again, after it was away; `focus` alone decides nothing. */
export type LifeSignal =
  | 'visible'
  | 'hidden'
  | 'online'
  | 'offline'
  | 'pageshow'
  | 'pagehide'
  | 'resume'
  | 'focus'

/** The surroundings of an agent. */
export interface Environment {
  readonly kind: AgentKind
  /** What people call this context, such as the page's title. */
  label(): string
  /** Unknown means visible; a service worker never is. */
  isVisible(): boolean
  /** Unknown means online. */
  isOnline(): boolean
  /** The first listener of a signal installs the platform's, the last removes it. */
  listen(signal: LifeSignal, listener: () => void): () => void
  /** Leaves a note for later pages of this origin, in this very turn; it is lost where none can be kept. */
  leaveNote(name: string, note: string): void
  /** What was left last under that name; `null` when there is nothing. */
  readNote(name: string): string | null
  /** Runs `work` in a task of its own, outside of the caller's transaction, zone and promise chain. */
  startTask(work: () => void): void
}

/** What are words about a key made of? */

/** What a press on the button does: `join` asks for what is under way already; `none`: nothing, now. */
export type ButtonAction = 'start' | 'retry-now' | 'resume' | 'join' | 'sign-in' | 'reload' | 'none'

/** What is shown of a key. Each text comes in pieces, to be set apart by `separator` of the texts. */
export interface SyncWords {
  /** `busy`: somebody works on it; `warning`: something went wrong, and a person may want to know. */
  readonly tone: 'calm' | 'busy' | 'warning'
  /** What the button says, and does. */
  readonly button: { readonly words: readonly string[]; readonly action: ButtonAction }
  /** What the button beside it says; `null`: there is nothing to cancel. */
  readonly cancel: string | null
  /** What is the case. */
  readonly headline: readonly string[]
  /** What else is known: progress, the last error, what follows, the last success. */
  readonly facts: readonly string[]
  /** How the run came to be where it is: its sources, attempts, takeovers. */
  readonly origins: readonly string[]
}

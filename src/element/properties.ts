/** What does the element have for an app to set? */
import type { Address } from '../registry/resolve.ts'
import type { SyncRegistry } from './target.ts'
import type { SyncTextChanges } from './texts.ts'

/** The button of one task: what is the case, and what can be done about it. */
export interface SyncButtonElement extends HTMLElement {
  /** Default `null`: it shows that it loads. */
  registry: SyncRegistry | null
  /** A task, `{ userId, scope }`, or the string form of a key, also as an attribute. Default `null`. */
  task: Address | null
  /** Whose task, where the address does not say; also the attribute `user-id`. Default `null`: whom this page signed in. */
  userId: string | null
  /** BCP 47 tag of times and numbers; also an attribute. Default `null`: the nearest `lang`, else the browser's. */
  locale: string | null
  /** What the button says when it asks for a run; also an attribute. Default `null`, and empty: `syncNow` of the texts. */
  label: string | null
  /** Whether sources, attempts and takeovers of a run are shown; also an attribute. Default `false`. */
  detailed: boolean
  /** Texts of this element, over those of `defineSyncButton`. Default: none. */
  texts: SyncTextChanges
  /** Takes the person to the app's sign-in. Default `null`: the button does not offer that. */
  signIn: (() => unknown) | null
}

/** How is `<leasehold-sync-button>` defined? */
import { checkOptions, type OptionKinds } from '../model/options.ts'
import { createElementClass } from './element-class.ts'
import type { SyncButtonEvents } from './presses.ts'
import type { SyncButtonElement } from './properties.ts'
import type { SyncTextChanges } from './texts.ts'

/** How the element is defined. */
export interface SyncButtonOptions {
  /** Its name in HTML. Default `leasehold-sync-button`. */
  readonly name?: string
  /** Texts of all elements of that name, over the English ones. Default: none. */
  readonly texts?: SyncTextChanges
}

const kinds: OptionKinds<SyncButtonOptions> = { name: 'string', texts: 'object' }

/**
 * Defines the element. A name that is taken stays as it is, so calling twice is harmless; where there are
 * no custom elements, as on a server, nothing happens. Throws `invalid-argument` for an option that is not
 * known.
 */
export function defineSyncButton(options: SyncButtonOptions = {}): void {
  checkOptions(options, kinds, 'defineSyncButton()')
  const { name = 'leasehold-sync-button', texts = {} } = options
  if (typeof customElements === 'undefined' || customElements.get(name)) return
  customElements.define(name, createElementClass(texts))
}

declare global {
  interface HTMLElementTagNameMap {
    'leasehold-sync-button': SyncButtonElement
  }
  interface HTMLElementEventMap extends LeaseholdEventMap {}
}

type LeaseholdEventMap = {
  readonly [Name in keyof SyncButtonEvents]: CustomEvent<SyncButtonEvents[Name]>
}

/** The element `<leasehold-inspector>`. */
import { checkOptions } from '../model/options.ts'
import { createRegistryElement, defineOnce, type RegistryElement } from './element.ts'
import { showInspector } from './shell.ts'

/** `<leasehold-inspector>` in the document. */
export interface InspectorElement extends RegistryElement {}

/** How the element is defined. */
export interface DefineOptions {
  /** The name of the element; with a hyphen, as the platform demands. */
  readonly name?: string
}

/**
 * Defines `<leasehold-inspector>` (or `name`): keys, timeline, history and triggers of a registry, of all
 * tabs. Set its `registry`. While nobody sees it, it listens to nothing and reads nothing. Defining it twice
 * is harmless; on a server nothing happens. For development and support; it shows what the store holds to whoever sees the page.
 *
 * @example
 * defineInspector()
 * const inspector = document.createElement('leasehold-inspector')
 * document.body.append(Object.assign(inspector, { registry }))
 */
export function defineInspector(options: DefineOptions = {}): void {
  checkOptions(options, { name: 'string' }, 'defineInspector()')
  defineOnce(options.name ?? 'leasehold-inspector', () => createRegistryElement(showInspector))
}

declare global {
  interface HTMLElementTagNameMap {
    'leasehold-inspector': InspectorElement
  }
}

/** How does an element of this entry hold its registry, and show it while it is in a document? */
import { adoptStyle } from '../element/adopt-style.ts'
import { insideOf } from '../registry/inside.ts'
import type { TaskRegistry } from '../registry/task-registry.ts'
import { styleText } from './style.ts'

/** An element that shows a registry. */
export interface RegistryElement extends HTMLElement {
  /** What is shown; `null` (the default): nothing. Throws `invalid-argument` for what is no registry. */
  registry: TaskRegistry | null
}

/** What the class of such an element is made from. */
export type RegistryElementClass = new () => RegistryElement

/**
 * Makes the class; only where there is a document. `show` shows a registry in the element's root, and
 * answers how to take it away.
 */
export function createRegistryElement(
  show: (root: ShadowRoot, registry: TaskRegistry, element: HTMLElement) => () => void,
): RegistryElementClass {
  return class extends HTMLElement implements RegistryElement {
    readonly #root = this.attachShadow({ mode: 'open' })
    #registry: TaskRegistry | null = null
    #leave: (() => void) | null = null

    constructor() {
      super()
      adoptStyle(this.#root, styleText)
    }

    get registry(): TaskRegistry | null {
      return this.#registry
    }

    set registry(registry: TaskRegistry | null) {
      if (registry === this.#registry) return
      // Here, where the mistake is, and not when the element comes into a document.
      if (registry) insideOf(registry)
      this.#hide()
      this.#registry = registry
      this.#show()
    }

    connectedCallback(): void {
      // It was set before the element was defined: the plain member would hide the one of the class.
      const own = Object.getOwnPropertyDescriptor(this, 'registry')
      if (own) {
        Reflect.deleteProperty(this, 'registry')
        this.registry = own.value as TaskRegistry | null
      }
      this.#show()
    }

    adoptedCallback(): void {
      adoptStyle(this.#root, styleText)
    }

    disconnectedCallback(): void {
      this.#hide()
    }

    #show(): void {
      if (this.#leave || !this.isConnected || !this.#registry) return
      this.#leave = show(this.#root, this.#registry, this)
    }

    #hide(): void {
      this.#leave?.()
      this.#leave = null
    }
  }
}

/** Defines a custom element; one of that name that is there already stays, and on a server nothing happens. */
export function defineOnce(name: string, make: () => CustomElementConstructor): void {
  if (typeof customElements === 'undefined' || customElements.get(name)) return
  customElements.define(name, make())
}

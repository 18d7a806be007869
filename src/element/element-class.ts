/** How do properties and attributes reach what an element shows? */
import type { Address } from '../registry/resolve.ts'
import { adoptStyle } from './adopt-style.ts'
import { createController } from './controller.ts'
import { englishTexts } from './english.ts'
import { style } from './style.ts'
import type { SyncButtonElement } from './properties.ts'
import { type SyncRegistry, targetOf } from './target.ts'
import { mergeTexts, type SyncTextChanges } from './texts.ts'

/** The class of one name. Made on demand: where there are no elements, there is nothing to extend. */
export function createElementClass(defaults: SyncTextChanges): CustomElementConstructor {
  const ownTexts = mergeTexts(englishTexts, defaults)

  return class extends HTMLElement implements SyncButtonElement {
    static readonly observedAttributes = ['task', 'user-id', 'locale', 'label', 'detailed', 'lang']

    #registry: SyncRegistry | null = null
    #task: Address | null = null
    #texts: SyncTextChanges = {}
    #allTexts = ownTexts
    #signIn: (() => unknown) | null = null
    #isPlanned = false
    readonly #controller = createController({
      host: this,
      target: () => targetOf(this.registry, this.task, this.userId),
      texts: () => this.#allTexts,
      locale: () => this.locale,
      isDetailed: () => this.detailed,
      signIn: () => this.#signIn,
    })

    constructor() {
      super()
      for (const [name, value] of Object.entries(this)) {
        if (!(name in new.target.prototype)) continue
        // Set while this was no more than an unknown element: such a member hides the accessor.
        Reflect.deleteProperty(this, name)
        Reflect.set(this, name, value)
      }
    }

    get registry(): SyncRegistry | null {
      return this.#registry
    }
    set registry(registry) {
      this.#registry = registry ?? null
      this.#plan()
    }
    get task(): Address | null {
      return this.#task ?? this.getAttribute('task')
    }
    set task(task) {
      this.#task = task ?? null
      this.#plan()
    }
    get userId(): string | null {
      return this.getAttribute('user-id')
    }
    set userId(userId) {
      this.#reflect('user-id', userId)
    }
    get locale(): string | null {
      return this.getAttribute('locale')
    }
    set locale(locale) {
      this.#reflect('locale', locale)
    }
    get label(): string | null {
      return this.getAttribute('label')
    }
    set label(label) {
      this.#reflect('label', label)
    }
    get detailed(): boolean {
      return this.hasAttribute('detailed')
    }
    set detailed(detailed) {
      this.#reflect('detailed', detailed ? '' : null)
    }
    get texts(): SyncTextChanges {
      return this.#texts
    }
    set texts(texts) {
      this.#texts = texts ?? {}
      this.#plan()
    }
    get signIn(): (() => unknown) | null {
      return this.#signIn
    }
    set signIn(signIn) {
      this.#signIn = signIn ?? null
      this.#plan()
    }

    connectedCallback(): void {
      this.#plan()
    }
    /** Moved by `moveBefore`: the nearest `lang` may be another. */
    connectedMoveCallback(): void {
      this.#plan()
    }
    adoptedCallback(): void {
      if (this.shadowRoot) adoptStyle(this.shadowRoot, style)
    }
    disconnectedCallback(): void {
      this.#controller.stop()
    }
    attributeChangedCallback(): void {
      this.#plan()
    }
    override focus(options?: FocusOptions): void {
      this.#controller.focus(options)
    }

    #reflect(name: string, value: string | null | undefined): void {
      if (value == null) this.removeAttribute(name)
      else this.setAttribute(name, value)
    }

    /** Once for all that is set in the same moment: a task must not be watched for the user of the one before. */
    #plan(): void {
      if (this.#isPlanned) return
      this.#isPlanned = true
      queueMicrotask(() => {
        this.#isPlanned = false
        const label = this.label ? { syncNow: this.label } : {}
        this.#allTexts = mergeTexts(ownTexts, { ...this.#texts, ...label })
        if (this.isConnected) this.#controller.start()
      })
    }
  }
}

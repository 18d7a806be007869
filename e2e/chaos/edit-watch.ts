/** Which edits did a page ask its database to keep, and which of them landed? */
import type { BrowserContext } from '@playwright/test'

/** What is known of one edit from the page that made it. */
export interface WatchedEdit {
  readonly id: string
  readonly account: string
  readonly collection: string
  readonly entityId: string
}

/** Hears of each edit of any page of `context`: `asked` before its transaction, `made` when that has landed. */
export async function watchEdits(
  context: BrowserContext,
  hear: (phase: 'asked' | 'made', edit: WatchedEdit) => void,
): Promise<void> {
  await context.exposeBinding(
    'tellOfEdit',
    (_source, phase: 'asked' | 'made', edit: WatchedEdit) => {
      hear(phase, edit)
    },
  )
  // The loader of TypeScript marks functions with it, also those that are handed to a page.
  await context.addInitScript('globalThis.__name = marked => marked')
  await context.addInitScript(spyOnOutbox)
}

/** Runs in the page, before anything of the app. */
function spyOnOutbox(): void {
  const tell = (phase: string, edit: unknown): void => {
    const binding: unknown = Reflect.get(window, 'tellOfEdit')
    // A page that is being left cannot tell any more: its edit is found in the outbox.
    if (typeof binding === 'function')
      Promise.resolve(Reflect.apply(binding, window, [phase, edit])).catch(() => undefined)
  }
  const original = IDBObjectStore.prototype.add
  IDBObjectStore.prototype.add = function add(this: IDBObjectStore, value: unknown, ...rest) {
    const request = original.call(this, value, ...rest)
    if (this.name === 'outbox') {
      const { id, account, collection, entityId } = value as Record<string, unknown>
      const edit = { id, account, collection, entityId }
      tell('asked', edit)
      this.transaction.addEventListener('complete', () => tell('made', edit))
    }
    return request
  }
}

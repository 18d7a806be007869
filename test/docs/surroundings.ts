/** The app around the README's code: what its snippets use without saying where it is from. */
import type { Observable } from 'rxjs'
import type { TaskView } from '../../src/index.ts'

/** A row that a server sends. */
export interface Course {
  readonly id: string
}

/** Changes since a cursor, and the cursor after them. */
export interface ChangePage {
  readonly rows: readonly Course[]
  readonly next: string
}

/** An edit that waits to be sent. */
export interface Edit {
  readonly id: string
}

/** Every name that a snippet may use. */
export interface Surroundings {
  readonly api: {
    changes(
      since: string | undefined,
      options: { readonly signal: AbortSignal },
    ): AsyncIterable<ChangePage>
    push(
      edit: Edit,
      options: { readonly signal: AbortSignal; readonly headers: Record<string, string> },
    ): Promise<void>
  }
  readonly db: { readonly courses: { bulkPut(rows: readonly Course[]): Promise<unknown> } }
  readonly outbox: {
    pending(): AsyncIterable<Edit>
    remove(id: string): Promise<void>
    readonly changes$: Observable<void>
  }
  readonly user: { readonly id: string }
  readonly button: { onclick: (() => unknown) | null }
  readonly response: Response
  render(view: TaskView): void
  show(text: string): void
}

/** The names, for whoever must list them. */
export const surroundingNames: readonly (keyof Surroundings)[] = [
  'api',
  'db',
  'outbox',
  'user',
  'button',
  'response',
  'render',
  'show',
]

/** What does the bench ask of a column, in one tab? */
import { countsNow, countsSince } from './counts.ts'
import type { Operation, Sample } from './window.ts'

/** A library, or the platform itself, at work in this tab. What it lacks it cannot do. */
export interface Subject {
  readonly operations: { readonly [Name in Operation]?: () => Promise<Sample> }
  /** After the rounds of an operation: nothing of it goes on. */
  rest?(): Promise<void>
  /** Tells when what this tab shows of the work has changed, by this tab's clock, ms. */
  observe?(onChange: (at: number) => void): void
  lead?(onCalled: () => void): Promise<void>
  follow?(onCalled: () => void): Promise<void>
  leave?(): Promise<void>
  defineMany?(from: number, to: number): Promise<void>
  watchMany?(from: number, to: number): Promise<void>
  fill?(amount: { readonly keys: number; readonly history: number }): Promise<void>
}

/** Measures what `work` does; when it answers a number, this is the instant at which it was done. */
export async function sample(work: () => unknown): Promise<Sample> {
  const before = countsNow()
  const startedAt = performance.now()
  const doneAt = await work()
  const endedAt = typeof doneAt === 'number' ? doneAt : performance.now()
  return { ms: endedAt - startedAt, counts: countsSince(before) }
}

/** A promise, and what settles it. */
export function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open!: () => void
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  return { opened, open }
}

/** What does the page of the tests put on `window`? */
import type { AnyTask, TaskRegistry } from '../../src/index.ts'

/** A row of the application's data. */
export interface Row {
  readonly part: number
  /** The tab that wrote it. */
  readonly by: string
}

/** The members that tests use. */
export interface TestPage {
  readonly registry: TaskRegistry
  /** A task of one stage that waits until `release` is called in some tab. */
  readonly gated: AnyTask
  /** A task whose only stage says `last` with its commit, and then never returns. */
  readonly lasting: AnyTask
  /** A task that asks the server for three parts; each becomes a row, then its number is committed. */
  readonly parts: AnyTask
  /** The random name of this tab, as its rows have it. */
  readonly tab: string
  /** How many times a stage function was called in this tab. */
  calls(): number
  /** When a stage function was last called in this tab, epoch ms; 0 when never. */
  calledAt(): number
  /** What the stage of `parts` went through in this tab, in order: `asks 1`, `got 1`, `committed 1`, `refused lease-lost`. */
  steps(): readonly string[]
  /** The rows of the application's data, by part. */
  rows(): Promise<readonly Row[]>
  /** Ends the wait of the gated stage, in whichever tab it runs. */
  release(): void
}

declare global {
  interface Window {
    readonly tests: TestPage
  }
}

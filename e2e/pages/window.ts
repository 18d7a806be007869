/** What does the page of the tests put on `window`? */
import type { AnyTask, TaskRegistry } from '../../src/index.ts'

/** The members that tests use. */
export interface TestPage {
  readonly registry: TaskRegistry
  /** A task of one stage that waits until `release` is called in some tab. */
  readonly gated: AnyTask
  /** A task whose only stage says `last` with its commit, and then never returns. */
  readonly lasting: AnyTask
  /** How many times a stage function was called in this tab. */
  calls(): number
  /** When the gated stage was last called in this tab, epoch ms; 0 when never. */
  calledAt(): number
  /** Ends the wait of the gated stage, in whichever tab it runs. */
  release(): void
}

declare global {
  interface Window {
    readonly tests: TestPage
  }
}

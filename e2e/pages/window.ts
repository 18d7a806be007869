/** What do the pages of the tests put on `window`? */
import type { AnyTask, TaskRegistry } from '../../src/index.ts'

/** A row of the application's data. */
export interface Row {
  readonly part: number
  /** The tab that wrote it. */
  readonly by: string
}

/** The members of the pages with the app's data. */
export interface TestPage {
  readonly registry: TaskRegistry
  /** A task of one stage that waits until `release` is called in some tab. */
  readonly gated: AnyTask
  /** Ten more of its kind: a page that watches many keys. */
  readonly many: readonly [AnyTask, AnyTask, AnyTask, ...AnyTask[]]
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

/** What the stage of a row's task does. */
export type TableWork =
  | 'returns'
  | 'fails'
  | 'fails for good'
  | 'waits'
  | 'waits, whatever it is told'

/** A trigger, as far as the tables tell them apart. */
export interface TableTrigger {
  readonly source: string
  readonly brings?: 'nothing' | 'news'
  readonly payload?: number
}

/** The members of the page of the tables. */
export interface TablePage {
  readonly registry: TaskRegistry
  /** What became of a trigger of the task, as a cell reads: `deferred: paused`. */
  told(task: string, options: TableTrigger): Promise<string>
  /** How the run that answers a trigger stopped executing. */
  outcome(task: string, options: TableTrigger): Promise<string>
  /** From now on stages do this, in all tabs. */
  does(work: TableWork): void
  /** The tasks whose stage was called in this tab, in order. */
  called(): readonly string[]
  /** Ends the wait of stages, in all tabs. */
  release(): void
}

/** The members of the page of the sync button. */
export interface ElementPage {
  /** Shows a button for every state. */
  showAll(): void
  /** Shows the button of a task that waits for `release`, and signs in. */
  work(): Promise<void>
  /** Ends the wait of that task, in whichever tab it runs. */
  release(): void
}

declare global {
  interface Window {
    readonly element: ElementPage
    readonly tests: TestPage
    readonly table: TablePage
  }
}

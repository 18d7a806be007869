/** What is measured and what may it cost, as data? */
import type { Column } from '../columns.ts'

/** What the values of a row are. */
export type Unit = 'ms' | 'µs' | 'bytes' | 'count'

/** What came of a column in a row: its values, or why there are none. */
export type Measured = Values | { readonly cannot: string }

/** What was measured, round by round. */
export interface Values {
  readonly values: readonly number[]
  /** Transactions that may write. */
  readonly writes?: readonly number[]
  /** Web Locks that were asked for. */
  readonly locks?: readonly number[]
}

/** What of a column's values is judged: the most of all rounds, where it is a count. */
export type Statistic = 'p50' | 'p95' | 'worst' | 'writes' | 'locks'

/** One promise about a column of a row. */
export interface Budget {
  readonly column: Column
  readonly statistic: Statistic
  /** The most that is allowed: so many times what `of` names, or so many by itself. */
  readonly atMost: number
  /** The least that each round must show: fewer did not do the work that is measured. Default: none. */
  readonly atLeast?: number
  /** Medians that are added up: columns of this row, or of another one. */
  readonly of?: readonly (Column | { readonly row: string; readonly column: Column })[]
}

/** One row of the table, before anything was measured. */
export interface Row {
  /** How the command line calls it. */
  readonly name: string
  /** What is measured, for people. */
  readonly title: string
  readonly unit: Unit
  readonly budgets?: readonly Budget[]
}

/** One row of the table. */
export interface MeasuredRow extends Row {
  readonly cells: { readonly [Name in Column]?: Measured }
}

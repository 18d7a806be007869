/** What do the measured values say: medians, ratios, budgets met or missed? */
import { type Column, columns, columnTitles } from '../columns.ts'
import { quantile } from './quantile.ts'
import type { Budget, Measured, MeasuredRow, Unit, Values } from './row.ts'

/** A column of a row, in numbers. */
export type Cell =
  | {
      readonly rounds: number
      readonly p50: number
      readonly p95: number
      readonly worst: number
      /** Its median in medians of the raw transaction of the same row; `null` where there is none. */
      readonly ratio: number | null
      /** The most transactions that may write, of one round; `null` where they were not counted. */
      readonly writes: number | null
      readonly note: string | null
    }
  | { readonly cannot: string }

/** What became of a budget. */
export interface Verdict {
  readonly text: string
  readonly found: number
  readonly limit: number
  readonly isMet: boolean
}

/** One row of the result. */
export interface ResultRow {
  readonly name: string
  readonly title: string
  readonly unit: Unit
  readonly cells: { readonly [Name in Column]?: Cell }
  readonly verdicts: readonly Verdict[]
}

/** A run of the bench, as it is written to a file. */
export interface Result {
  /** Lines about machine, versions and rounds. */
  readonly header: readonly string[]
  readonly rows: readonly ResultRow[]
}

/** Judges all rows of one run: a budget may hang on another row. */
export function concludeRows(rows: readonly MeasuredRow[]): readonly ResultRow[] {
  return rows.map(({ name, title, unit, cells, budgets = [] }) => ({
    name,
    title,
    unit,
    cells: Object.fromEntries(
      columns.flatMap(column => {
        const measured = cells[column]
        return measured ? [[column, toCell(measured, medianOf(cells.transaction))]] : []
      }),
    ),
    verdicts: budgets.flatMap(budget => {
      const measured = cells[budget.column]
      if (!measured || 'cannot' in measured) return []
      const limit = limitOf(budget, cells, rows)
      // A row of the reference that was not asked for.
      if (Number.isNaN(limit)) return []
      const found = statisticOf(measured, budget)
      return [{ text: textOf(budget, unit), found, limit, isMet: found <= limit }]
    }),
  }))
}

function toCell(measured: Measured, reference: number): Cell {
  if ('cannot' in measured) return measured
  const { values, writes, note } = measured
  const p50 = quantile(values, 0.5)
  return {
    rounds: values.length,
    p50,
    p95: quantile(values, 0.95),
    worst: quantile(values, 1),
    ratio: reference > 0 ? p50 / reference : null,
    writes: writes ? quantile(writes, 1) : null,
    note: note ?? null,
  }
}

function statisticOf({ values, writes = [] }: Values, { statistic }: Budget): number {
  switch (statistic) {
    case 'p50':
      return quantile(values, 0.5)
    case 'p95':
      return quantile(values, 0.95)
    case 'worst':
      return quantile(values, 1)
    case 'writes':
      return quantile(writes, 1)
  }
}

function limitOf(
  { atMost, of }: Budget,
  cells: MeasuredRow['cells'],
  rows: readonly MeasuredRow[],
): number {
  if (!of) return atMost
  const medians = of.map(reference =>
    typeof reference === 'string'
      ? medianOf(cells[reference])
      : medianOf(rows.find(row => row.name === reference.row)?.cells[reference.column]),
  )
  return atMost * medians.reduce((sum, median) => sum + median, 0)
}

function medianOf(measured: Measured | undefined): number {
  return measured && 'values' in measured ? quantile(measured.values, 0.5) : Number.NaN
}

function textOf({ column, statistic, atMost, of }: Budget, unit: Unit): string {
  const subject = columnTitles[column]
  if (statistic === 'writes') {
    return `${subject}: ${atMost} ${atMost === 1 ? 'transaction' : 'transactions'} at most`
  }
  if (!of) return `${subject}: ${statistic} ≤ ${atMost}${unit === 'count' ? '' : ` ${unit}`}`
  const names = of.map(reference =>
    typeof reference === 'string' ? columnTitles[reference] : `that of ${reference.row}`,
  )
  return `${subject}: ${statistic} ≤ ${atMost} × ${names.length > 1 ? `(${names.join(' + ')})` : names[0]}`
}

/** What do the measured values say: medians, ratios, budgets met or missed? */
import { type Column, columns, columnTitles } from '../columns.ts'
import { quantile } from './quantile.ts'
import type { Budget, Measured, MeasuredRow, Statistic, Unit } from './row.ts'

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
      /** Round by round. */
      readonly values: readonly number[]
    }
  | { readonly cannot: string }

/** What became of a budget. */
export interface Verdict {
  readonly text: string
  readonly found: number
  readonly limit: number
  /** Nothing that was measured meets no budget. */
  readonly isMet: boolean
  /** It says the same on every machine. */
  readonly isCount: boolean
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
  /** Of each row that says nothing else. */
  readonly rounds: number
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
    verdicts: budgets.map(budget => judge(budget, { unit, cells, rows })),
  }))
}

interface Judged extends Pick<MeasuredRow, 'unit' | 'cells'> {
  readonly rows: readonly MeasuredRow[]
}

function judge(budget: Budget, { unit, cells, rows }: Judged): Verdict {
  const { statistic, atLeast = Number.NEGATIVE_INFINITY } = budget
  const values = valuesOf(cells[budget.column], statistic)
  const most = limitOf(budget, cells, rows)
  const least = quantile(values, 0)
  const isShort = least < atLeast
  const found = isShort ? least : quantile(values, partOf[statistic])
  const limit = isShort ? atLeast : most
  return {
    text: textOf(budget, unit),
    found,
    limit,
    isMet: !isShort && found <= limit,
    isCount: unit === 'count' || statistic === 'writes' || statistic === 'locks',
  }
}

function toCell(measured: Measured, reference: number): Cell {
  if ('cannot' in measured) return measured
  const { values, writes } = measured
  const p50 = quantile(values, 0.5)
  return {
    rounds: values.length,
    p50,
    p95: quantile(values, 0.95),
    worst: quantile(values, 1),
    ratio: reference > 0 ? p50 / reference : null,
    writes: writes ? quantile(writes, 1) : null,
    values,
  }
}

const partOf: Readonly<Record<Statistic, number>> = {
  p50: 0.5,
  p95: 0.95,
  worst: 1,
  writes: 1,
  locks: 1,
}

function valuesOf(measured: Measured | undefined, statistic: Statistic): readonly number[] {
  if (!measured || 'cannot' in measured) return []
  if (statistic === 'writes' || statistic === 'locks') return measured[statistic] ?? []
  return measured.values
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

const counted = { writes: 'transaction', locks: 'Web Lock' } as const

function textOf({ column, statistic, atMost, atLeast, of }: Budget, unit: Unit): string {
  const subject = columnTitles[column]
  if (statistic === 'writes' || statistic === 'locks') {
    const amount = `${atMost} ${counted[statistic]}${atMost === 1 ? '' : 's'}`
    return `${subject}: ${atLeast === atMost ? `exactly ${amount}` : `${amount} at most`}`
  }
  if (!of) {
    const least = atLeast === undefined ? '' : `${atLeast} ≤ `
    return `${subject}: ${least}${statistic} ≤ ${atMost}${unit === 'count' ? '' : ` ${unit}`}`
  }
  const names = of.map(reference =>
    typeof reference === 'string' ? columnTitles[reference] : `that of ${reference.row}`,
  )
  return `${subject}: ${statistic} ≤ ${atMost} × ${names.length > 1 ? `(${names.join(' + ')})` : names[0]}`
}

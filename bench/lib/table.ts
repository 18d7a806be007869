/** How is a result shown: to a terminal, and in the documentation? */
import { type Column, columns, columnTitles, ours, peers } from '../columns.ts'
import type { Cell, Result, ResultRow } from './result.ts'
import type { Unit } from './row.ts'

/** A block of lines for each row: one line for each column, then one for each budget. */
export function toText({ header, rows }: Result): string {
  const width = Math.max(...columns.map(column => columnTitles[column].length))
  const blocks = rows.map(({ name, title, unit, cells, verdicts }) =>
    [
      `${name}: ${title}`,
      ...entriesOf(cells).map(
        ([column, cell]) => `    ${columnTitles[column].padEnd(width)}  ${toLine(cell, unit)}`,
      ),
      ...verdicts.map(
        ({ text, found, limit, isMet }) =>
          `  ${isMet ? '✓ met   ' : '✗ missed'} ${text} (${show(found)} of ${show(limit)})`,
      ),
    ].join('\n'),
  )
  return [header.join('\n'), ...blocks, summary(rows)].join('\n\n')
}

/** Two tables: this library beside the platform, with its budgets, and beside what people use instead. */
export function toMarkdown({ header, rounds, rows }: Result): string {
  const platform = ['transaction', 'lock', 'hop'] as const
  const isCompared = ({ cells }: ResultRow): boolean => peers.some(peer => cells[peer])
  return [
    header.map(line => `- ${line}`).join('\n'),
    markdownTable([...ours, ...platform], rows, rounds, true),
    markdownTable(['idb', ...peers, 'transaction'], rows.filter(isCompared), rounds, false),
  ].join('\n\n')
}

function markdownTable(
  shown: readonly Column[],
  rows: readonly ResultRow[],
  rounds: number,
  withBudgets: boolean,
): string {
  const titles = [
    'what',
    ...shown.map(column => columnTitles[column]),
    ...(withBudgets ? ['budget'] : []),
  ]
  const lines = rows.map(({ title, unit, cells, verdicts }) => [
    `${title}${unit === 'count' ? '' : `, ${unit}`}${ownRounds(cells.idb, rounds)}`,
    ...shown.map(column => toMarkdownCell(cells[column])),
    ...(withBudgets
      ? [verdicts.map(({ text, isMet }) => `${isMet ? 'met' : '**missed**'}: ${text}`).join('; ')]
      : []),
  ])
  return [titles, titles.map(() => '---'), ...lines]
    .map(line => `| ${line.map(text => text.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')
}

/** What the header says of all rows is not true of one that takes long. */
function ownRounds(cell: Cell | undefined, rounds: number): string {
  if (!cell || 'cannot' in cell || cell.rounds === 1 || cell.rounds === rounds) return ''
  return ` (${cell.rounds} rounds)`
}

function toMarkdownCell(cell: Cell | undefined): string {
  if (!cell) return ''
  if ('cannot' in cell) return `cannot: ${cell.cannot}`
  const ratio = cell.ratio === null ? '' : ` ×${cell.ratio.toFixed(2)}`
  return cell.rounds === 1 ? show(cell.p50) : `${show(cell.p50)} (${show(cell.p95)})${ratio}`
}

function toLine(cell: Cell, unit: Unit): string {
  if ('cannot' in cell) return `cannot: ${cell.cannot}`
  const { rounds, p50, p95, worst, ratio, writes } = cell
  const suffix = unit === 'count' ? '' : ` ${unit}`
  const parts = [
    rounds === 1
      ? `${show(p50)}${suffix}`
      : `p50 ${show(p50)}${suffix}, p95 ${show(p95)}, worst ${show(worst)} (${rounds})`,
    ratio === null ? '' : `×${ratio.toFixed(2)}`,
    writes === null ? '' : `${writes} tx`,
  ]
  return parts.filter(part => part !== '').join('  ')
}

function summary(rows: readonly ResultRow[]): string {
  const verdicts = rows.flatMap(row => row.verdicts)
  const missed = verdicts.filter(({ isMet }) => !isMet)
  return `${verdicts.length - missed.length} of ${verdicts.length} budgets met`
}

function entriesOf(cells: ResultRow['cells']): readonly (readonly [Column, Cell])[] {
  return columns.flatMap(column => {
    const cell = cells[column]
    return cell ? [[column, cell] as const] : []
  })
}

/** Three digits are as many as a second run would give again. */
function show(value: number): string {
  if (Number.isNaN(value)) return 'nothing'
  if (Number.isInteger(value)) return String(value)
  if (Math.abs(value) >= 100) return value.toFixed(0)
  return value.toFixed(Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 1 ? 2 : 3)
}

/** How do samples of pages become cells, and one tab's rounds a row? */
import type { Tab } from '../../e2e/lib/device.ts'
import type { Column } from '../columns.ts'
import type { Operation, RoundsOptions, Sample, Samples } from '../pages/window.ts'
import type { House } from './house.ts'
import type { Measured, MeasuredRow } from './row.ts'

type Cells = MeasuredRow['cells']

/** Rounds before those that count: the first ones compile, open, and fill caches. */
export function warmUpOf({ rounds }: House): number {
  return Math.min(10, Math.ceil(rounds / 5))
}

/** Milliseconds, transactions that may write, and Web Locks. */
export function toMeasured(samples: readonly Sample[]): Measured {
  return {
    values: samples.map(({ ms }) => ms),
    writes: samples.map(({ counts }) => counts.writes),
    locks: samples.map(({ counts }) => counts.locks),
  }
}

/** A cell for each column. */
export function toCells(samples: Samples): Cells {
  return Object.fromEntries(
    Object.entries(samples).map(([column, measured]) => [column, toMeasured(measured)]),
  )
}

/** Measures an operation in a tab that is open. */
export function roundsIn({ page }: Tab, options: RoundsOptions): Promise<Samples> {
  return page.evaluate(asked => window.bench.rounds(asked), options)
}

/** Measures an operation in one tab that nobody else disturbs. */
export async function inOneTab(
  house: House,
  site: string,
  operation: Operation,
  columns: readonly Column[],
  more: Partial<RoundsOptions> = {},
): Promise<Cells> {
  const tab = await house.open(site)
  const { rounds } = house
  const warmUp = warmUpOf(house)
  return toCells(await roundsIn(tab, { operation, subjects: columns, rounds, warmUp, ...more }))
}

/** Why columns have no number. */
export function cannot(columns: readonly Column[], why: string): Cells {
  return Object.fromEntries(columns.map(column => [column, { cannot: why }]))
}

/** What is a question of the bench: its rows as data, and how they are measured? */
import type { House } from './house.ts'
import type { MeasuredRow, Row } from './row.ts'
import type { Scale } from './scale.ts'

/** Cells by row, then by column. */
export type Answer = Readonly<Record<string, MeasuredRow['cells']>>

/** One question. */
export interface Question {
  /** Kills processes, or asks the browser for its heap: not in Firefox. */
  readonly needs?: 'chromium'
  rows(scale: Scale): readonly Row[]
  measure(house: House): Promise<Answer>
}

/** Whether any of its rows was asked for, by its name or by the beginning of it up to a hyphen. */
export function isAsked(rows: readonly Row[], asked: readonly string[]): boolean {
  return (
    asked.length === 0 ||
    rows.some(({ name }) => asked.some(word => name === word || name.startsWith(`${word}-`)))
  )
}

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
  /** Measures at least the rows that are asked for. */
  measure(house: House, isAsked: (row: string) => boolean): Promise<Answer>
}

/** The names that are asked for: all without a word; else those that a word is, or that begin with it up to a hyphen. */
export function askedOf(names: readonly string[], asked: readonly string[]): readonly string[] {
  if (asked.length === 0) return names
  const begins = asked.filter(word => !names.includes(word))
  return names.filter(
    name => asked.includes(name) || begins.some(word => name.startsWith(`${word}-`)),
  )
}

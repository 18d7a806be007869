/** How much of everything is measured? */

import { type Column, peers, shared } from '../columns.ts'

/** The amounts that rows are named after. */
export interface Scale {
  readonly watchingTabs: readonly number[]
  /** Tabs that wait for a killed owner: a few, and a crowd. */
  readonly few: number
  readonly crowd: number
  readonly keys: readonly [number, ...number[]]
  readonly history: number
  /** Keys whose heap is shared out. */
  readonly watchedKeys: number
  /** How long a successor is waited for before "never", ms. */
  readonly patienceMs: number
  /** The lease of an owner that freezes, ms. */
  readonly ttlMs: number
  /** Thousands of triggers that a run has already answered. */
  readonly duplicates: number
  /** Agents of the largest simulated crowd. */
  readonly mostAgents: number
  /** Who is killed, closed, left idle, and weighed. */
  readonly compared: readonly Column[]
}

/** What the table shows. */
export const fullScale: Scale = {
  watchingTabs: [1, 10, 50],
  few: 3,
  crowd: 20,
  keys: [10, 1_000, 10_000],
  history: 100_000,
  watchedKeys: 1_000,
  patienceMs: 15_000,
  ttlMs: 2_000,
  duplicates: 10,
  mostAgents: 30,
  compared: [...shared, ...peers],
}

/** Enough to see that every row gives numbers. */
export const smallScale: Scale = {
  watchingTabs: [1],
  few: 2,
  crowd: 3,
  keys: [10, 20],
  history: 50,
  watchedKeys: 50,
  patienceMs: 500,
  ttlMs: 1_000,
  duplicates: 1,
  mostAgents: 3,
  compared: ['idb', 'by-hand'],
}

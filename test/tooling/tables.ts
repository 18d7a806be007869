/** The rows of the table of triggers and of the table of endings, and which of them no browser can be made to show. */

/** The columns of the table of triggers. */
export const columns = ['automatic', 'by the user'] as const

/** A column. */
export type Column = (typeof columns)[number]

/** What is known of a row before its tests are looked for. */
export interface TableRow {
  /** A row that there is for one column only. */
  readonly only?: Column
  /** Why its cells are not shown end to end. */
  readonly notInBrowser?: string
}

/**
 * The table of triggers in docs/guarantees.md, but for its rows 4, 6 and 11: those of `missed: 'all'`, of
 * `whenRunning`, and of a run that nobody holds. Where two states share a row, or a state has two causes,
 * each is one here. A cell is shown by the tests whose title begins with `row | column:`.
 */
export const triggerRows: Readonly<Record<string, TableRow>> = {
  'store unavailable': {},
  'signed out': {},
  'a slot not newer than the last': { only: 'automatic' },
  'running, not sealed': {},
  'running, sealed': {},
  settling: {
    notInBrowser:
      'a settle is under way for a moment only, unless the store refuses it and takes the trigger that follows: no browser does so by order',
  },
  cancelling: {},
  paused: {},
  'the gate is closed': {},
  'waiting for retry': {},
  'failed: fatal': {},
  'failed: poisoned': {},
  'failed: exhausted': {},
  offline: {},
  'debounced task': {},
  'within the minimum interval': {},
  'no capacity': {},
  idle: {},
}

/** The table of endings in docs/guarantees.md: a row is shown by the tests whose title begins with `row:`. */
export const endingRows: readonly string[] = [
  'stop',
  'drain',
  'close',
  'close by force',
  'cancel',
  'pause, resume',
]

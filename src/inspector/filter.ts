/** Which finished runs does somebody want to see? */
import type { HistoryRow, OutcomeStatus } from '../model/history-row.ts'

/** Each absent member admits every run. */
export interface RunFilter {
  readonly scope?: string
  readonly outcome?: OutcomeStatus
  /** Of the trigger that started it, or of one that joined. */
  readonly source?: string
  readonly agent?: string
}

/** What there is to choose from. */
export interface RunChoices {
  readonly scopes: readonly string[]
  readonly sources: readonly string[]
  /** The most recent first. */
  readonly agents: readonly string[]
}

/** The runs that the filter admits, in their order. */
export function filterRuns(
  rows: readonly HistoryRow[],
  scopeOf: (row: HistoryRow) => string,
  { scope, outcome, source, agent }: RunFilter,
): readonly HistoryRow[] {
  return rows.filter(
    row =>
      (scope === undefined || scopeOf(row) === scope) &&
      (outcome === undefined || row.status === outcome) &&
      (agent === undefined || row.agent === agent) &&
      (source === undefined || hasSource(row, source)),
  )
}

function hasSource(row: HistoryRow, source: string): boolean {
  return row.source === source || row.triggers.some(note => note.source === source)
}

/** All values that occur in the runs. */
export function choicesOf(
  rows: readonly HistoryRow[],
  scopeOf: (row: HistoryRow) => string,
): RunChoices {
  const scopes = new Set<string>()
  const sources = new Set<string>()
  const agents = new Set<string>()
  for (const row of rows) {
    scopes.add(scopeOf(row))
    sources.add(row.source)
    for (const note of row.triggers) sources.add(note.source)
    agents.add(row.agent)
  }
  return { scopes: [...scopes].sort(), sources: [...sources].sort(), agents: [...agents] }
}

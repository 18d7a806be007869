/** What must hold of every trigger: one decision, and an outcome that agrees with its run's. */
import type { HistoryRow } from '../model/history-row.ts'
import type { TaskOutcome } from '../model/outcome.ts'
import type { TriggerAnswer, TriggerOptions } from '../registry/task-registry.ts'
import { equalJson, type Json } from '../model/json.ts'

/** One call of `trigger`, and what came of it. */
export interface SimTrigger {
  readonly ordinal: number
  readonly agent: string
  /** The scope until the user is known. */
  key: string
  readonly options: TriggerOptions<Json>
  /** Step at which it was asked. */
  readonly askedAt: number
  answer: TriggerAnswer<Json> | null
  outcome: TaskOutcome<Json> | null
  /** What `trigger` threw. */
  error: unknown
}

/** What is known of runs. */
export interface KnownRuns {
  row(runId: string): HistoryRow | undefined
  /** Step of the write that sealed the run. */
  sealedAt(runId: string): number | undefined
  endedAt(runId: string): number | undefined
  /** What the run is for, once it was seen. */
  payloadOf(runId: string): Json | undefined
  /** Whether the task of the key never seals. */
  neverSeals(key: string): boolean
  hasWaited(runId: string): boolean
  /** Whether its follow-up was dropped by a cancel or a sign-out. */
  isDropped(runId: string): boolean
}

/** What an answer breaks. */
export function brokenByAnswer(
  { key, options, askedAt, answer }: SimTrigger,
  runs: KnownRuns,
): readonly string[] {
  if (answer?.decision !== 'joined' || answer.followUp) return []
  const { runId } = answer
  if (runId === undefined) return ['a joined trigger names its run']
  const { brings, payload } = options
  const carried = runs.payloadOf(runId)
  const differs = payload !== undefined && carried !== undefined && !equalJson(payload, carried)
  const isSwallowed = differs || (brings === 'news' && runs.neverSeals(key))
  if (isSwallowed) return ['news is never swallowed']
  // Who says so joins in any case, unless there is news.
  const isContent = options.whenRunning === 'join' && brings !== 'news'
  if (brings === 'nothing' || isContent) return []
  const isTooLate = (step: number | undefined): boolean => step !== undefined && step < askedAt
  // A sign-out elsewhere ends a run that its agent still trusts: what joins it is told so.
  if (runs.row(runId)?.status === 'signed-out') return []
  return isTooLate(runs.sealedAt(runId)) || isTooLate(runs.endedAt(runId))
    ? ['a trigger that may bring something joins only a run that reads its inputs afterwards']
    : []
}

/** What an outcome breaks; asked again once everything is quiet, when all rows are written. */
export function brokenByOutcome(
  { answer, outcome }: SimTrigger,
  runs: KnownRuns,
  isQuiet: boolean,
): readonly string[] {
  if (!answer || !outcome || !('runId' in outcome)) return []
  const row = runs.row(outcome.runId)
  switch (outcome.status) {
    case 'succeeded':
    case 'failed':
      return row?.status === outcome.status ? [] : ['an outcome is the one that the history tells']
    case 'signed-out':
      // Its row is written by the next transaction on the key, whenever that comes.
      return !row || row.status === 'signed-out'
        ? []
        : ['an outcome is the one that the history tells']
    case 'cancelled':
      if (row)
        return row.status === 'cancelled' ? [] : ['an outcome is the one that the history tells']
      return !isQuiet || runs.isDropped(outcome.runId)
        ? []
        : ['a run that ended has a row, or was dropped']
    case 'waiting':
      return runs.hasWaited(outcome.runId)
        ? []
        : ['a trigger is told of a wait only when there was one']
  }
}

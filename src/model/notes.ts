/** What is written down of triggers: with their run, or in the key's recent list. */
import { triggersKept } from './bounds.ts'
import type { AgentFacts } from './facts.ts'
import type { TaskRecord } from './record.ts'
import type { Run } from './run.ts'
import type {
  Decision,
  DecisionReason,
  RecentDecision,
  TriggerNote,
  TriggerRequest,
} from './trigger.ts'

/** What is written down of a trigger. */
export function noteTrigger(
  request: TriggerRequest,
  decision: Decision,
  reason: DecisionReason | null,
  facts: Pick<AgentFacts, 'agent'>,
  now: number,
): TriggerNote {
  const { source, byUser, brings, count = 1 } = request
  const note = { source, at: now, byUser, agent: facts.agent, decision, reason, count }
  return brings === 'news' ? { ...note, news: true } : note
}

/** Adds notes to a bounded list; equal ones are counted together, those beyond the bound are only counted. */
export function addNotes(
  kept: readonly TriggerNote[],
  dropped: number,
  added: readonly TriggerNote[],
): { triggers: readonly TriggerNote[]; triggersDropped: number } {
  const triggers = [...kept]
  let triggersDropped = dropped
  for (const note of added) {
    const at = triggers.findIndex(other => isSameNote(other, note))
    const equal = triggers[at]
    if (equal) triggers[at] = { ...equal, count: equal.count + note.count }
    else triggers.push(note)
    // News is kept: a run that fails is followed by one for it.
    const first = note.news ? triggersKept - 1 : triggersKept
    for (const { count } of triggers.splice(first, triggers.length - triggersKept))
      triggersDropped += count
  }
  return { triggers, triggersDropped }
}

/** Whether two notes say the same, but for time and count. */
function isSameNote(a: TriggerNote, b: TriggerNote): boolean {
  return (
    a.source === b.source &&
    a.decision === b.decision &&
    a.reason === b.reason &&
    a.byUser === b.byUser &&
    a.news === b.news &&
    a.agent === b.agent
  )
}

/** The run with one more trigger written down. */
export function withNote(run: Run, note: TriggerNote): Run {
  return { ...run, ...addNotes(run.triggers, run.triggersDropped, [note]) }
}

/** The record with one more decision in its recent list; the oldest leave first. */
export function remember(record: TaskRecord, note: TriggerNote): TaskRecord {
  const entry: RecentDecision = { ...note, runId: record.run?.runId ?? null }
  const newest = record.recent.at(-1)
  const repeats = newest && newest.runId === entry.runId && isSameNote(newest, entry)
  const kept = repeats ? record.recent.slice(0, -1) : record.recent
  const recent = [...kept, repeats ? { ...entry, count: newest.count + entry.count } : entry]
  const beyond = Math.max(0, recent.length - triggersKept)
  const left = recent.slice(0, beyond).reduce((sum, each) => sum + each.count, 0)
  return { ...record, recent: recent.slice(beyond), recentDropped: record.recentDropped + left }
}

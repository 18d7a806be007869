/** What does one finished run, or one trigger, say in plain words? */
import type { HistoryRow, RecentDecision, TriggerNote } from 'leasehold'
import { formatClock, formatDuration } from './format.ts'
import { reasonWords } from './reason-words.ts'

/** What started a run, who joined it, and what became of it on the way. */
export function describeRun(row: HistoryRow): readonly string[] {
  const joined = listSources(row.triggers.filter(note => note.decision === 'joined'))
  const others = listSources(
    row.triggers.filter(note => note.decision !== 'joined' && note.source !== row.source),
  )
  const lines = [`started by ${row.source}${row.byUser ? ', by you' : ''}`]
  if (joined !== '') lines.push(`joined: ${joined}`)
  if (others !== '') lines.push(`also asked: ${others}`)
  if (row.scheduledAt !== null)
    lines.push(`for the slot of ${formatClock(row.scheduledAt, row.endedAt)}`)
  if (row.attempts > 1) lines.push(`${row.attempts} attempts`)
  if (row.takeovers > 0) lines.push(`taken over ${row.takeovers}×`)
  if (row.recovery !== null) lines.push(`recovery: ${row.recovery}`)
  if (row.triggersDropped > 0) lines.push(`${row.triggersDropped} more triggers`)
  return lines
}

/** `pulling 1.2 s · pushing 80 ms`. */
export function describeStages({ stages }: HistoryRow): string {
  return stages
    .map(({ stage, startedAt, endedAt }) =>
      endedAt === null ? `${stage} unfinished` : `${stage} ${formatDuration(endedAt - startedAt)}`,
    )
    .join(' · ')
}

/** `skipped, because a sync ended a moment ago`. */
export function describeDecision({ decision, reason, count }: RecentDecision): string {
  const because = reason === null ? '' : `, because: ${reasonWords(reason)}`
  return `${decision}${because}${count > 1 ? ` · ${count}×` : ''}`
}

/** `foreground, online ×2`, in the order in which the triggers came. */
function listSources(notes: readonly TriggerNote[]): string {
  const counts = new Map<string, number>()
  for (const { source, count } of notes) counts.set(source, (counts.get(source) ?? 0) + count)
  return [...counts].map(([source, n]) => (n === 1 ? source : `${source} ×${n}`)).join(', ')
}

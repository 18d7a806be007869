/** What does one finished run, or one trigger, say in plain words? */
import type {
  HistoryRow,
  RecentDecision,
  RecoveryChoice,
  TaskHistory,
  TaskView,
  TriggerNote,
} from 'leasehold'
import { describeSync, englishTexts } from 'leasehold/element'
import { formatClock, formatDuration, locale } from './format.ts'
import { ownTexts, sourceWords } from './own-texts.ts'
import { askedWords, placeWords } from './place-words.ts'

/** What started a run, who joined it, and what became of it on the way; `here` is this tab's agent. */
export function describeRun(row: HistoryRow, here: string): readonly string[] {
  const first = row.triggers.find(note => note.decision === 'started')
  const joined = listSources(
    row.triggers.filter(note => note.decision === 'joined'),
    here,
  )
  const others = listSources(
    row.triggers.filter(note => note.decision !== 'joined' && note.source !== row.source),
    here,
  )
  const moved = first !== undefined && first.agent !== row.agent
  const lines = [
    `started by ${sourceWords(row.source)}${moved ? ` ${placeWords(first.agent, here)}` : ''}`,
  ]
  if (joined !== '') lines.push(`joined: ${joined}`)
  if (others !== '') lines.push(`also asked: ${others}`)
  if (row.scheduledAt !== null) lines.push(`due at ${formatClock(row.scheduledAt, row.endedAt)}`)
  if (row.attempts > 1) lines.push(`${row.attempts} attempts`)
  if (row.takeovers > 0) lines.push(`taken over ${row.takeovers}× from a tab that was gone`)
  if (row.recovery !== null) lines.push(recoveries[row.recovery])
  if (row.triggersDropped > 0) lines.push(`${row.triggersDropped} more triggers`)
  lines.push(`${moved ? 'ended' : 'ran'} ${placeWords(row.agent, here, row.agentLabel)}`)
  return lines
}

/** The run that has not ended, a line for each thing that is known; none without one. */
export function describeGoing(view: TaskView, now: number): readonly string[] {
  const { status, running } = view
  if (running) {
    const { headline, origins } = describeSync(view, { now, locale, texts: ownTexts })
    return [[...headline, running.stage ?? 'starting'].join(': '), ...origins]
  }
  return status === 'waiting' ? ['One run waits for its next attempt.'] : []
}

const recoveries: Readonly<Record<RecoveryChoice, string>> = {
  restart: 'began again from the start',
  resume: 'went on where it had stopped',
  skip: 'all was done, only its end was written',
  migrate: 'went on under a newer version',
  cancel: 'ended, since it was to be cancelled',
}

/** The end of a run, in one or two words. */
export function describeEnd({ status, cause }: HistoryRow): string {
  switch (cause) {
    case null:
      return status === 'signed-out' ? 'ended by a sign-out' : status
    case 'fatal':
      return 'failed for good'
    case 'exhausted':
      return 'failed: too many attempts'
    case 'poisoned':
      return 'failed: its tabs kept dying'
  }
}

/** `pulling 1.2 s · pushing 80 ms`. */
export function describeStages({ stages }: HistoryRow): string {
  return stages
    .map(({ stage, startedAt, endedAt }) =>
      endedAt === null ? `${stage} unfinished` : `${stage} ${formatDuration(endedAt - startedAt)}`,
    )
    .join(' · ')
}

/** `manual (a press) in this tab: skipped (a sync ended a moment ago)`. */
export function describeDecision(each: RecentDecision, here: string): string {
  const { source, decision, reason, count } = each
  const because = reason === null ? '' : ` (${englishTexts.reasons[reason]})`
  const times = count > 1 ? ` · ${count}×` : ''
  return `${sourceWords(source)} ${askedWords(each, here)}: ${decision}${because}${times}`
}

/** The triggers that came to nothing so far: what was put off is served by any run that started later. */
export function withoutServed({ runs, recent }: TaskHistory): readonly RecentDecision[] {
  const started = Math.max(...runs.map(run => run.startedAt))
  const isPutOff = ({ decision }: RecentDecision) =>
    decision === 'deferred' || decision === 'buffered'
  return recent.filter(each => !isPutOff(each) || each.at > started)
}

/** `manual in this tab, online in another tab ×2`, in the order in which the triggers came. */
function listSources(notes: readonly TriggerNote[], here: string): string {
  const counts = new Map<string, number>()
  for (const note of notes) {
    const words = `${note.source} ${askedWords(note, here)}`
    counts.set(words, (counts.get(words) ?? 0) + note.count)
  }
  return [...counts].map(([words, n]) => (n === 1 ? words : `${words} ×${n}`)).join(', ')
}

/** What is to be said of a finished run? */
import type { HistoryRow } from '../model/history-row.ts'
import type { AgentName } from './agent-names.ts'
import { h } from './dom.ts'
import { formatDuration, formatInstant } from './format.ts'
import { causeWords, decisionWords, reasonWords, recoveryWords } from './words.ts'

/** In its row. */
export function notesOf({ attempts, takeovers, cause }: HistoryRow): string {
  return [
    takeovers > 0 ? `taken over${takeovers > 1 ? ` ${takeovers} ×` : ''}` : '',
    attempts > 1 ? `${attempts} attempts` : '',
    cause ?? '',
  ]
    .filter(Boolean)
    .join(', ')
}

/** All that is stored of it: terms, and what is to be said of each. */
export function factsOfRun(
  row: HistoryRow,
  now: number,
  nameOf: (agent: string) => AgentName,
): readonly (readonly [string, string | Node | null])[] {
  const { error, cause, recovery, scheduledAt, triggersDropped } = row
  return [
    ['run', row.runId],
    ['outcome', `${row.status}${cause ? `: ${causeWords[cause]}` : ''}`],
    ['error', error && `${error.name} (${error.failureClass}): ${error.message}`],
    ['asked for', formatInstant(row.requestedAt, now)],
    ['slot', scheduledAt === null ? null : formatInstant(scheduledAt, now)],
    ['began', formatInstant(row.startedAt, now)],
    [
      'ended',
      `${formatInstant(row.endedAt, now)}, after ${formatDuration(row.endedAt - row.startedAt)}`,
    ],
    ['agent', `${nameOf(row.agent).name} (${row.agent})`],
    ['attempts', String(row.attempts)],
    ['takeovers', row.takeovers > 0 ? String(row.takeovers) : null],
    ['went on', recovery && recoveryWords[recovery]],
    ['fence', String(row.fence)],
    ['epoch', String(row.epoch)],
    [
      'stages',
      list(
        row.stages.map(
          ({ stage, startedAt, endedAt }) =>
            `${stage}: from ${formatInstant(startedAt, now)}, ${formatDuration((endedAt ?? row.endedAt) - startedAt)}`,
        ),
      ),
    ],
    [
      'triggers',
      list([
        ...row.triggers.map(
          ({ source, at, count, decision, reason, agent }) =>
            `${formatInstant(at, now)}: ${source}${count > 1 ? ` × ${count}` : ''} in ${nameOf(agent).name} ${decisionWords[decision]}${reason ? ` (${reasonWords[reason]})` : ''}`,
        ),
        ...(triggersDropped > 0 ? [`and ${triggersDropped} more`] : []),
      ]),
    ],
  ]
}

function list(lines: readonly string[]): Node | null {
  return lines.length === 0 ? null : h('ul', {}, ...lines.map(line => h('li', {}, line)))
}

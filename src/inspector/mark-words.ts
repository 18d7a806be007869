/** What is said of a bar or a tick of the timeline? */
import { nameAgents } from './agent-names.ts'
import type { Bar } from './bars.ts'
import { formatDuration, formatInstant } from './format.ts'
import type { Insight } from './insight.ts'
import type { TickGroup } from './tick-groups.ts'
import { decisionWords, reasonWords } from './words.ts'

/** Terms, and what is to be said of them. */
export type About = readonly (readonly [string, string | null])[]

const outcomeWords: Readonly<Record<Bar['outcome'], string>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  cancelled: 'cancelled',
  'signed-out': 'signed out',
  running: 'running',
  waiting: 'waiting',
  left: 'another agent went on with it',
}

/** A bar in a sentence. */
export function barLabel(bar: Bar, now: number): string {
  const { key, outcome, began, fromAt, toAt } = bar
  const how = began === 'takeover' ? ', taken over' : began === 'went-on' ? ', went on here' : ''
  const took = formatDuration((toAt ?? now) - fromAt)
  return `${key}${how}, ${outcomeWords[outcome]}, at ${formatInstant(fromAt, now)}, ${took}`
}

/** A tick in a sentence. */
export function tickLabel({ triggers, at }: TickGroup, now: number): string {
  const each = triggers.map(({ source, decision, key }) => `${source} for ${key}: ${decision}`)
  const which = triggers.length > 1 ? `${triggers.length} triggers: ` : ''
  return `${which}${each.join('; ')}, at ${formatInstant(at, now)}`
}

/** All that the timeline knows of a bar. */
export function aboutBar(bar: Bar, insight: Insight, now: number): About {
  const nameOf = nameAgents(insight)
  const { key, outcome, began, fromAt, toAt, stages, agent, runId } = bar
  const row = insight.rows.find(each => each.runId === runId)
  const run = insight.records.get(key)?.run
  const source = row?.source ?? (run?.runId === runId ? run.source : null)
  return [
    ['run', `${key}, ${outcomeWords[outcome]}`],
    ['agent', nameOf(agent).name],
    ['source', source],
    ['time', `${formatInstant(fromAt, now)}, ${formatDuration((toAt ?? now) - fromAt)}`],
    [
      'began',
      began === 'takeover'
        ? 'by a takeover: the owner before was gone'
        : began === 'went-on'
          ? 'where another agent had left it'
          : null,
    ],
    [
      'stages',
      stages
        .map(
          each => `${each.stage} ${formatDuration((each.endedAt ?? toAt ?? now) - each.startedAt)}`,
        )
        .join(', '),
    ],
    ['error', row?.error ? `${row.error.name}: ${row.error.message}` : null],
  ]
}

/** All that the timeline knows of a tick. */
export function aboutTick({ triggers }: TickGroup, insight: Insight, now: number): About {
  const nameOf = nameAgents(insight)
  return triggers.map(({ source, at, key, count, decision, reason, agent }) => [
    source,
    `${formatInstant(at, now)}, for ${key}${count > 1 ? `, ${count} ×` : ''}, in ${nameOf(agent).name}: ${decisionWords[decision]}${reason ? ` (${reasonWords[reason]})` : ''}`,
  ])
}

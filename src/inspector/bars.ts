/** As which bars does a run stand on the timeline, and in whose lane? */
import type { HistoryRow, OutcomeStatus } from '../model/history-row.ts'
import type { TaskRecord } from '../model/record.ts'
import type { StageTime } from '../model/run.ts'
import type { TriggerNote } from '../model/trigger.ts'

/** One agent's part of one run. */
export interface Bar {
  readonly id: string
  readonly runId: string
  readonly key: string
  readonly agent: string
  readonly fromAt: number
  /** `null`: it goes on. */
  readonly toAt: number | null
  /** `left`: another agent went on with it. */
  readonly outcome: OutcomeStatus | 'running' | 'waiting' | 'left'
  /** How this agent came to the run, where another had it before. */
  readonly began: 'takeover' | 'went-on' | null
  readonly stages: readonly StageTime[]
}

interface Story {
  readonly runId: string
  readonly key: string
  readonly startedAt: number
  readonly takeovers: number
  readonly triggers: readonly TriggerNote[]
  readonly stages: readonly StageTime[]
}

/** The bars of a finished run. */
export function barsOfRow(row: HistoryRow): readonly Bar[] {
  // A fence is the instant of its acquisition, unless the one before was not yet over.
  const tookAt = Math.min(row.fence, row.endedAt)
  return divide(row, { agent: row.agent, tookAt, toAt: row.endedAt, outcome: row.status })
}

/** The bars of a run that is not over; none when the key has no run. */
export function barsOfRecord({ key, run, lease }: TaskRecord): readonly Bar[] {
  if (!run) return []
  const story = { ...run, key }
  if (lease) {
    const { agent, acquiredAt } = lease
    return divide(story, { agent, tookAt: acquiredAt, toAt: null, outcome: 'running' })
  }
  const agent = starterOf(run.triggers)
  if (agent === null) return []
  return divide(story, { agent, tookAt: run.startedAt, toAt: null, outcome: 'waiting' })
}

/** Before the last acquisition another agent may have had the run: whoever started it, as far as is stored. */
function divide(
  { runId, key, startedAt, takeovers, triggers, stages }: Story,
  last: Pick<Bar, 'agent' | 'toAt' | 'outcome'> & { readonly tookAt: number },
): readonly Bar[] {
  const { tookAt, agent, toAt, outcome } = last
  const starter = starterOf(triggers) ?? agent
  const isDivided = tookAt > startedAt && (takeovers > 0 || starter !== agent)
  const began = takeovers > 0 ? 'takeover' : isDivided ? 'went-on' : null
  const whole = { runId, key, agent, toAt, outcome, began, stages } as const
  if (!isDivided) return [{ ...whole, id: runId, fromAt: startedAt }]
  return [
    {
      ...whole,
      id: `${runId} before`,
      agent: starter,
      fromAt: startedAt,
      toAt: tookAt,
      outcome: 'left',
      began: null,
    },
    { ...whole, id: runId, fromAt: tookAt },
  ]
}

function starterOf(triggers: readonly TriggerNote[]): string | null {
  return triggers.find(note => note.decision === 'started')?.agent ?? null
}

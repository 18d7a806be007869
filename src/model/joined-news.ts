/** What joined a run that failed was perhaps read by nobody: it counts as if it came right afterwards. */
import type { AgentFacts, TaskPolicy } from './facts.ts'
import type { DeferredTriggers } from './pending-triggers.ts'
import type { TaskRecord } from './record.ts'
import type { Run } from './run.ts'
import type { RunEnd } from './run-end.ts'

/**
 * The ended record, with the news that had joined the failed run deferred: until the minimum interval
 * is over, or until a run that used up its attempts may be followed. What is buffered says more.
 */
export function deferJoinedNews(
  ended: TaskRecord,
  run: Run,
  { status, cause }: RunEnd,
  facts: Pick<AgentFacts, 'runId'>,
  policy: TaskPolicy,
  now: number,
): TaskRecord {
  const news = run.triggers.filter(note => note.decision === 'joined' && note.news)
  const [first] = news
  if (status !== 'failed' || ended.buffered || !first) return ended
  const isExhausted = cause === 'exhausted'
  const reason = isExhausted ? 'exhausted' : 'min-interval'
  const deferred: DeferredTriggers = {
    runId: facts.runId,
    // No longer joined: else they would be deferred again when the next run fails, and for ever.
    triggers: news.map(note => ({ ...note, decision: 'deferred', reason })),
    triggersDropped: 0,
    byUser: false,
    brings: true,
    payload: null,
    hasPayload: false,
    scheduledAt: null,
    requestedAt: first.at,
    reason,
    dueAt: isExhausted
      ? now + policy.retry.capMs
      : Math.max(now, Math.min(ended.lastStartAt, now) + policy.minIntervalMs),
  }
  return { ...ended, deferred }
}

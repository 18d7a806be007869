/** What a write shows of service workers: what they took over, handed over, and left to pages. */
import type { EventRules } from './rules-event.ts'
import type { LandedWrite } from './sim-journal.ts'

/** A run that made no commit is told to stop so long after the time of its event, ms. */
const untilAbortMs = 5_000

/** Everything that the write shows of service workers, in words. */
export function eventKindsOf(
  { by, before, after, result }: LandedWrite,
  isWorker: (agent: string) => boolean,
  { overForMs }: Pick<EventRules, 'overForMs'>,
): readonly string[] {
  if (!after) return []
  if (!isWorker(by)) {
    const waited = before?.deferred
    const isRun = waited?.reason === 'no-event' && after.run !== null && after.deferred === null
    return isRun ? ['what a worker put off between events is run by a page'] : []
  }
  const did = (result as { readonly did?: string } | null)?.did
  if (did === 'takeover') return ['takeover by a worker']
  const isHandedOver =
    before?.lease != null && after.lease === null && after.run?.state === 'pending'
  if (!isHandedOver || before.run?.runId !== after.run?.runId) return []
  const forMs = overForMs(by)
  if (forMs < 0 || forMs === Number.POSITIVE_INFINITY) return []
  return [
    forMs < untilAbortMs
      ? 'an event is over: hand-over at a commit'
      : 'an event is over: hand-over after an abort',
  ]
}

/** Does a trigger join the run of its own agent, without a transaction? */
import type { TaskPolicy } from './facts.ts'
import { noteTrigger } from './notes.ts'
import type { TaskRecord } from './record.ts'
import type { TriggerNote, TriggerRequest } from './trigger.ts'
import { chooseRow } from './trigger-table.ts'

/**
 * The note of a trigger that joins the run of `record`; `null` when the store has to decide. `agent`:
 * which one runs it; `isSealing`: it has called `seal`, whether or not that is stored yet.
 */
export function decideOwnJoin(
  record: TaskRecord,
  request: TriggerRequest,
  { agent, isSealing }: { readonly agent: string; readonly isSealing: boolean },
  policy: TaskPolicy,
  now: number,
): TriggerNote | null {
  const { run } = record
  if (!run) return null
  const sealed = isSealing || run.checkpoint.sealed
  const seen = { ...record, run: { ...run, checkpoint: { ...run.checkpoint, sealed } } }
  const row = chooseRow(seen, request, { online: true, gate: true, settling: false }, policy, now)
  return row.effect === 'join' ? noteTrigger(request, 'joined', row.reason, { agent }, now) : null
}

/** Which row of the table of triggers decided a trigger, as its write shows. */
import type { TaskRecord } from '../model/record.ts'
import type { TriggerNote } from '../model/trigger.ts'
import type { SimTrigger } from './rules-trigger.ts'
import type { LandedWrite } from './sim-journal.ts'
import type { WitnessDeps } from './witness-deps.ts'

/** The rows, from top to bottom. */
export type TriggerRow =
  | 'store unavailable'
  | 'signed out'
  | 'slot not newer than the last'
  | 'running, not sealed'
  | 'running, sealed; settling'
  | 'cancelling'
  | 'paused, or the gate is closed'
  | 'waiting for retry'
  | 'failed: fatal or poisoned'
  | 'failed: exhausted'
  | 'offline'
  | 'debounced task'
  | 'within the minimum interval'
  | 'no capacity'
  | 'idle'

interface Told {
  readonly decision?: string
  readonly reason?: string | null
  readonly needsPresence?: boolean
}

const rowOfReason: ReadonlyMap<string, TriggerRow> = new Map([
  ['failed', 'failed: fatal or poisoned'],
  ['exhausted', 'failed: exhausted'],
  ['offline', 'offline'],
  ['debounce', 'debounced task'],
  ['min-interval', 'within the minimum interval'],
  ['capacity', 'no capacity'],
])

const dayMs = 24 * 60 * 60_000

/** The row that decided what was written, and for whom; `null` when nothing tells. */
export function rowOfWrite(write: LandedWrite, deps: WitnessDeps): string | null {
  const told = write.result as Told | null
  if (told?.decision === undefined || told.needsPresence || !write.after) return null
  const note = noteOf(write, write.after, told.decision)
  const row = note ? chooseRow(write, told, deps) : null
  return note && row ? column(row, note.byUser) : null
}

/** The row of a trigger that was answered without a write. */
export function rowOfAnswer({ answer, options }: SimTrigger): string | null {
  const byUser = options.byUser ?? (options.source ?? 'manual') === 'manual'
  const reason = answer?.reason
  if (reason === 'store-unavailable' || reason === 'store-waiting')
    return column('store unavailable', byUser)
  return reason === 'signed-out' ? column('signed out', byUser) : null
}

function column(row: TriggerRow, byUser: boolean): string {
  return `row ${row}: ${byUser ? 'by the user' : 'automatic'}`
}

/** What was written down of the trigger. */
function noteOf(
  { by, now }: LandedWrite,
  { recent, run, buffered, deferred }: TaskRecord,
  decision: string,
): TriggerNote | undefined {
  const lists = [recent, run?.triggers, buffered?.triggers, deferred?.triggers]
  return lists
    .flatMap(notes => notes ?? [])
    .find(note => note.at === now && note.decision === decision && note.agent.startsWith(`${by}.`))
}

function chooseRow(
  { by, key, before, user, now }: LandedWrite,
  { decision, reason }: Told,
  deps: WitnessDeps,
): TriggerRow | null {
  const current = before && before.epoch === user?.epoch ? before : null
  const { run, lease, last } = current ?? {}
  if (reason === 'slot-done') return 'slot not newer than the last'
  if (run && lease) {
    if (run.cancel) return 'cancelling'
    return run.checkpoint.sealed || reason === 'sealed'
      ? 'running, sealed; settling'
      : 'running, not sealed'
  }
  if (reason === 'paused' || reason === 'gate') return 'paused, or the gate is closed'
  const told = rowOfReason.get(reason ?? '')
  if (told) return told
  if (run) return run.state === 'waiting' ? 'waiting for retry' : null
  if (decision !== 'started') return null
  const policy = deps.policy(by, key)
  const since = now - (last?.at ?? 0)
  if ((last?.cause === 'fatal' || last?.cause === 'poisoned') && since < dayMs)
    return 'failed: fatal or poisoned'
  if (last?.cause === 'exhausted' && policy && since < policy.retry.capMs)
    return 'failed: exhausted'
  if (policy?.network && !deps.isOnline(by)) return 'offline'
  if (policy && policy.debounceMs > 0) return 'debounced task'
  const lately = Math.max(before?.lastStartAt ?? 0, before?.lastSuccessAt ?? 0)
  return policy && now - lately < policy.minIntervalMs ? 'within the minimum interval' : 'idle'
}

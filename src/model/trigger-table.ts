/** The table of triggers: which row decides, from top to bottom. */
import { mayMiss } from './absorb-deferred.ts'
import { remainingMs } from './due.ts'
import type { AgentFacts, TaskPolicy } from './facts.ts'
import { equalJson } from './json.ts'
import type { TaskRecord } from './record.ts'
import type { Run } from './run.ts'
import { isSlotFromFuture } from './set-back.ts'
import { slotOf } from './slot.ts'
import type { DecisionReason, TriggerRequest } from './trigger.ts'

/** What the row that matched does with the trigger. */
export type Row =
  /** A new occurrence, now. */
  | { readonly effect: 'start-new' }
  /** The unfinished run goes on, now; with `followUp` the trigger also asks for one more. */
  | { readonly effect: 'start-same'; readonly followUp: boolean; readonly resetAttempts: boolean }
  | { readonly effect: 'join'; readonly followUp: boolean; readonly reason: DecisionReason | null }
  | { readonly effect: 'buffer'; readonly reason: DecisionReason }
  /** The running occurrence is cancelled, the trigger is its follow-up. */
  | { readonly effect: 'supersede' }
  | { readonly effect: 'skip'; readonly reason: DecisionReason }
  | { readonly effect: 'defer'; readonly reason: DecisionReason; readonly dueAt: number | null }
  /** Left to its schedule: nothing is stored, the slot stays due. */
  | { readonly effect: 'leave'; readonly reason: DecisionReason }

/** How long a failure without a way on keeps automatic triggers away, ms. */
export const failedForMs: number = 24 * 60 * 60_000

type Facts = Pick<AgentFacts, 'online' | 'gate' | 'settling'>

/** The first row that matches decides. The user is signed in. */
export function chooseRow(
  record: TaskRecord,
  request: TriggerRequest,
  facts: Facts,
  policy: TaskPolicy,
  now: number,
): Row {
  const { run } = record
  const slot = request.slot
  const known = slot && slotOf(record, slot.id)
  // Two agents that arm a schedule for the first time each take their own instant for its anchor:
  // the one that is stored counts, or a slot would run once for each of them.
  const isServed = known && (slot.at <= known.lastSlot || slot.anchorAt !== known.anchorAt)
  if (isServed && !isSlotFromFuture(known, slot.periodMs, now)) {
    return { effect: 'skip', reason: 'slot-done' }
  }
  if (slot?.queues && run) return { effect: 'leave', reason: 'slot-queued' }
  if (run && record.lease) return whileRunning(run, request, facts.settling, policy)
  const closed: DecisionReason | null = record.paused
    ? 'paused'
    : facts.gate === true
      ? null
      : 'gate'
  if (closed) return putOff(request, closed, null)
  if (run?.state === 'waiting') return whileWaiting(record, run, request, policy)
  if (run)
    return {
      effect: 'start-same',
      followUp: asksForMore(run, request, policy),
      resetAttempts: false,
    }
  return request.byUser ? { effect: 'start-new' } : whileIdle(record, request, facts, policy, now)
}

function whileRunning(
  run: Run,
  request: TriggerRequest,
  settling: boolean,
  policy: TaskPolicy,
): Row {
  const mode = request.whenRunning ?? policy.whenRunning
  const differs = bringsOtherPayload(run, request)
  const news = request.brings === 'news' || differs
  const bringsNothing = request.brings === 'nothing' && !request.byUser && !differs
  if (run.cancel) {
    return bringsNothing
      ? { effect: 'skip', reason: 'cancelling' }
      : { effect: 'buffer', reason: 'cancelling' }
  }
  if (mode === 'skip') return { effect: 'skip', reason: 'running' }
  if (mode === 'buffer') return { effect: 'buffer', reason: 'running' }
  if (mode === 'restart' && (request.byUser || request.whenRunning === 'restart'))
    return { effect: 'supersede' }
  if (mode === 'join' && !news) return { effect: 'join', followUp: false, reason: null }
  if (run.checkpoint.sealed || settling) {
    return bringsNothing
      ? { effect: 'join', followUp: false, reason: null }
      : { effect: 'buffer', reason: 'sealed' }
  }
  return differs || (news && policy.seals === 'never')
    ? { effect: 'buffer', reason: 'news' }
    : { effect: 'join', followUp: false, reason: null }
}

function whileWaiting(
  record: TaskRecord,
  run: Run,
  request: TriggerRequest,
  policy: TaskPolicy,
): Row {
  const followUp = asksForMore(run, request, policy)
  // A press that was deferred until now would have started the run.
  return request.byUser || record.deferred?.byUser
    ? { effect: 'start-same', followUp, resetAttempts: true }
    : { effect: 'join', followUp, reason: 'waiting-retry' }
}

function whileIdle(
  record: TaskRecord,
  request: TriggerRequest,
  facts: Facts,
  policy: TaskPolicy,
  now: number,
): Row {
  const { last } = record
  const news =
    request.brings === 'news' ||
    (request.payload !== undefined && !equalJson(request.payload, last?.payload ?? null))
  if (last?.cause === 'fatal' || last?.cause === 'poisoned') {
    const holds =
      remainingMs(last.at + failedForMs, now, failedForMs) > 0 &&
      last.taskVersion === policy.version
    if (holds && !news) return { effect: 'skip', reason: 'failed' }
  }
  if (last?.cause === 'exhausted') {
    const { capMs } = policy.retry
    const wait = remainingMs(last.at + capMs, now, capMs)
    if (wait > 0) return putOff(request, 'exhausted', now + wait)
  }
  if (policy.network && !facts.online) return putOff(request, 'offline', null)
  const intervalMs = request.slot ? 0 : untilInterval(record, policy, now)
  // A slot of many that queue stands for itself: waiting for the next would put it off for ever.
  if (policy.debounceMs > 0 && !request.slot?.queues) {
    const dueAt = Math.max(debouncedUntil(record, policy, now), now + intervalMs)
    return { effect: 'defer', reason: 'debounce', dueAt }
  }
  if (intervalMs > 0) {
    return news
      ? { effect: 'defer', reason: 'min-interval', dueAt: now + intervalMs }
      : { effect: 'skip', reason: 'min-interval' }
  }
  return { effect: 'start-new' }
}

function untilInterval(record: TaskRecord, { minIntervalMs }: TaskPolicy, now: number): number {
  const lately = Math.max(record.lastStartAt, record.lastSuccessAt)
  return remainingMs(lately + minIntervalMs, now, minIntervalMs)
}

/** After the last of several, but not long after the first. */
function debouncedUntil(
  { deferred }: TaskRecord,
  { debounceMs, maxWaitMs }: TaskPolicy,
  now: number,
): number {
  const first = deferred?.reason === 'debounce' ? Math.min(deferred.requestedAt, now) : now
  return Math.max(now, Math.min(now + debounceMs, first + maxWaitMs))
}

/** Deferred; but a slot that queues stays with its schedule, where it is still due. */
export function putOff(
  request: TriggerRequest,
  reason: DecisionReason,
  dueAt: number | null,
): Extract<Row, { readonly effect: 'defer' | 'leave' }> {
  return request.slot?.queues ? { effect: 'leave', reason } : { effect: 'defer', reason, dueAt }
}

function bringsOtherPayload(run: Run, request: TriggerRequest): boolean {
  return request.payload !== undefined && !equalJson(request.payload, run.payload)
}

/** Whether a run that goes on later may miss what this trigger brings. */
function asksForMore(run: Run, request: TriggerRequest, policy: TaskPolicy): boolean {
  const { brings, payload } = request
  const hasPayload = payload !== undefined
  return mayMiss(
    run,
    { brings: brings !== 'nothing', payload: payload ?? null, hasPayload },
    policy,
  )
}

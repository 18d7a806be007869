/** How a key gets an owner: a new fence, a new lease, the run it is for. */
import type { AgentFacts, StoreState, TaskPolicy } from './facts.ts'
import { upToDate } from './migrate.ts'
import type { PendingTriggers } from './pending-triggers.ts'
import { schemaVersion, type TaskRecord } from './record.ts'
import { freshCheckpoint } from './recovery.ts'
import type { Run, StageTime } from './run.ts'

/** The fence of the next acquisition: it grows even when the record was lost (`now` is larger than any old one). */
export function nextFence(previous: number, now: number, floor: number): number {
  return Math.max(previous + 1, Math.ceil(now), floor + 1)
}

/** A new occurrence for the triggers that asked for it, not yet held. */
export function newRun(
  record: TaskRecord,
  asked: PendingTriggers,
  policy: TaskPolicy,
  now: number,
): Run {
  const inherited = record.last?.payload ?? null
  const isLast = policy.stages.length === 1
  return {
    runId: asked.runId,
    state: 'pending',
    source: asked.triggers[0]?.source ?? 'manual',
    byUser: asked.byUser,
    payload: asked.hasPayload ? asked.payload : inherited,
    scheduledAt: asked.scheduledAt,
    requestedAt: asked.requestedAt,
    ...(asked.fault ? { fault: asked.fault } : {}),
    startedAt: now,
    attempt: 1,
    counted: 0,
    failures: 0,
    quickRetried: false,
    takeovers: 0,
    takeoversInPlace: 0,
    recovery: null,
    checkpoint: freshCheckpoint(policy, isLast && policy.seals === 'last-stage'),
    wait: null,
    cancel: null,
    result: null,
    progress: null,
    stages: [],
    triggers: asked.triggers,
    triggersDropped: asked.triggersDropped,
  }
}

/**
 * The record with `run` held by this agent from now on, in the form of this agent's version: this
 * is the only write that raises the schema, and the one that brings up to date what an older
 * version of the task left.
 */
export function acquire(
  record: TaskRecord,
  run: Run,
  facts: AgentFacts,
  policy: TaskPolicy,
  { now, floor, user }: Pick<StoreState, 'now' | 'floor' | 'user'>,
): TaskRecord {
  const ready = upToDate(record, run, policy, facts, now)
  const fence = nextFence(record.fence, now, floor)
  const { owner, agent, agentKind, agentLabel, presence, ttlMs } = facts
  return {
    ...record,
    schemaVersion,
    fence,
    lease: {
      owner,
      fence,
      agent,
      agentKind,
      agentLabel,
      presence,
      acquiredAt: now,
      renewedAt: now,
      renewSeq: 0,
      ttlMs,
      expiresAt: now + ttlMs,
      userVersion: user?.version ?? 0,
    },
    run: {
      ...ready.run,
      state: 'running',
      wait: null,
      startedAt: run.stages.length === 0 ? now : run.startedAt,
      stages: begun(ready.run, now),
    },
    bookmarks: ready.bookmarks,
    lastStartAt: now,
  }
}

/** The stage to go on with has a start, from its first attempt on. */
function begun(run: Run, now: number): readonly StageTime[] {
  const { stage, finished } = run.checkpoint
  if (stage === null || finished.includes(stage) || run.stages.some(time => time.stage === stage))
    return run.stages
  return [...run.stages, { stage, startedAt: now, endedAt: null }]
}

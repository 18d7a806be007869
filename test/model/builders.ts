/** Values for tests of the rules: plausible wholes, of which a test changes the part it speaks of. */
import type { AgentFacts, RetryPolicy, StoreState, TaskPolicy } from '../../src/model/facts.ts'
import type { TaskError } from '../../src/model/failure.ts'
import type { TaskKey } from '../../src/model/key.ts'
import type { Lease } from '../../src/model/lease.ts'
import { emptyRecord, type TaskRecord } from '../../src/model/record.ts'
import type { UserRecord } from '../../src/model/user-record.ts'
import type { DueSlot, TriggerRequest } from '../../src/model/trigger.ts'

/** The moment at which the tests begin, epoch ms. */
export const startAt: number = Date.UTC(2026, 0, 5, 9)

export const second = 1_000
export const minute: number = 60 * second
export const hour: number = 60 * minute
export const day: number = 24 * hour

export const key: TaskKey = { userId: 'u1', scope: 'course_sync' }

export const retryPolicy: RetryPolicy = { attempts: 12, baseMs: 2_000, capMs: 15 * minute }

/** A task that pulls, then pushes what it reads after the seal. */
export function aPolicy(changes: Partial<TaskPolicy> = {}): TaskPolicy {
  return {
    scope: key.scope,
    version: 1,
    stages: [
      { name: 'pulling', incremental: true },
      { name: 'pushing', incremental: false },
    ],
    seals: 'last-stage',
    whenRunning: 'auto',
    minIntervalMs: 10_000,
    debounceMs: 0,
    maxWaitMs: 0,
    network: true,
    retry: retryPolicy,
    ...changes,
  }
}

/** A task of one step, which never seals. */
export function aOneStepPolicy(changes: Partial<TaskPolicy> = {}): TaskPolicy {
  return aPolicy({ stages: [{ name: 'run', incremental: false }], seals: 'never', ...changes })
}

/** An agent that may do everything. */
export function someFacts(changes: Partial<AgentFacts> = {}): AgentFacts {
  const agent = changes.agent ?? 'tab-a'
  return {
    agent,
    agentKind: 'tab',
    agentLabel: `label of ${agent}`,
    owner: `owner of ${agent}`,
    runId: `run of ${agent}`,
    presence: `presence of ${agent}`,
    mayStart: true,
    ttlMs: minute,
    online: true,
    settling: false,
    gate: true,
    random: 0.5,
    ...changes,
  }
}

/** A user who signed in an hour ago, for the second time. */
export function aUser(changes: Partial<UserRecord> = {}): UserRecord {
  const signedInAt = startAt - hour
  return {
    userId: key.userId,
    version: 3,
    epoch: 1,
    signedIn: true,
    signedInAt,
    freshAt: signedInAt,
    ...changes,
  }
}

export function aState(changes: Partial<StoreState> = {}): StoreState {
  return { record: null, user: aUser(), now: startAt, storeId: 'store-1', floor: 0, ...changes }
}

export function aRecord(changes: Partial<TaskRecord> = {}): TaskRecord {
  return { ...emptyRecord(key, aUser().epoch, 0), ...changes }
}

export function aLease(changes: Partial<Lease> = {}): Lease {
  return {
    owner: 'owner-1',
    fence: 7,
    agent: 'tab-a',
    agentKind: 'tab',
    agentLabel: 'first tab',
    presence: 'presence-1',
    acquiredAt: startAt,
    renewedAt: startAt,
    renewSeq: 3,
    ttlMs: minute,
    expiresAt: startAt + minute,
    ...changes,
  }
}

/** A trigger that nobody pressed and that brings nothing, unless said otherwise. */
export function aRequest(changes: Partial<TriggerRequest> = {}): TriggerRequest {
  return { source: 'foreground', byUser: false, brings: 'nothing', ...changes }
}

/** A press of the button. */
export function aPress(changes: Partial<TriggerRequest> = {}): TriggerRequest {
  return { source: 'manual', byUser: true, brings: 'maybe', ...changes }
}

/** What `change()` sends. */
export function aChange(changes: Partial<TriggerRequest> = {}): TriggerRequest {
  return { source: 'change', byUser: false, brings: 'news', ...changes }
}

/** A slot of a schedule; `queues` under `missed: 'all'`. */
export function aSlot(at: number, changes: Partial<DueSlot> = {}): TriggerRequest {
  const plain = {
    id: 'every',
    at,
    anchorAt: startAt - day,
    periodMs: minute,
    queues: false,
    passedOver: 0,
  }
  return aRequest({ source: 'schedule', slot: { ...plain, ...changes } })
}

export function anError(failureClass: TaskError['failureClass'] = 'retryable'): TaskError {
  return { failureClass, name: 'Error', message: `a failure that is ${failureClass}` }
}

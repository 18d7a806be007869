/** A registry over records and rows that are made up: what is to be seen of each kind, at a moment that stands still. */
import { createTaskRegistry, type HistoryRow, type Store, type TaskRegistry } from 'leasehold'
import { memoryStore } from 'leasehold/memory'

const now = Date.UTC(2026, 0, 5, 12)
const second = 1_000
const here = 'agent-0000-here'
const other = 'agent-0000-7f3a'
const gone = 'agent-0000-c01d'
const scopes = ['course_sync', 'message_sync', 'media_upload']
const outcomes = ['succeeded', 'succeeded', 'succeeded', 'failed', 'cancelled'] as const
const sources = ['schedule', 'foreground', 'manual', 'change', 'online']

type Stored = Awaited<ReturnType<Store['list']>>[number]

/** Makes it, with `runs` finished runs. */
export function sceneRegistry(runs: number): TaskRegistry {
  const records = someRecords(runs)
  const rows = Array.from({ length: runs }, (_, i) => aRow(i, runs))
  return createTaskRegistry({
    name: 'scene',
    historyKept: 10_000,
    channel: () => null,
    clock: { now: () => now, monotonic: () => 0, setTimer: () => ({ cancel: () => undefined }) },
    random: { id: () => here, number: () => 0.5 },
    store: context => ({
      ...memoryStore()(context),
      list: () => Promise.resolve(records),
      users: () => Promise.resolve({ users: [aUser('ada')], now, storeId: 'scene', floor: 0 }),
      history: (key, { limit = 50 } = {}) =>
        Promise.resolve(rows.filter(row => row.key === key).slice(0, limit)),
    }),
  })
}

function aUser(userId: string) {
  const signedInAt = now - 3_600_000
  return { userId, version: 1, epoch: 0, signedIn: true, signedInAt, freshAt: signedInAt }
}

/** The newest first; each key has every third. */
function aRow(i: number, all: number): HistoryRow {
  const scope = scopes[i % scopes.length] ?? ''
  const endedAt = now - 20 * second - i * 47 * second
  const tookMs = 4_000 + ((i * 7) % 11) * 2_500
  const startedAt = endedAt - tookMs
  const status = outcomes[(i * 3) % outcomes.length] ?? 'succeeded'
  const source = sources[i % sources.length] ?? 'manual'
  const isTaken = i % 7 === 2
  const agent = isTaken || i % 3 === 1 ? other : here
  const starter = isTaken ? gone : agent
  const stage = (name: string, from: number, to: number) => ({
    stage: name,
    startedAt: startedAt + tookMs * from,
    endedAt: startedAt + tookMs * to,
  })
  return {
    key: `ada|${scope}`,
    seq: Math.floor((all - 1 - i) / scopes.length) + 1,
    runId: `run-${i}`,
    source,
    byUser: source === 'manual',
    payload: null,
    scheduledAt: null,
    requestedAt: startedAt,
    startedAt,
    endedAt,
    status,
    cause: status === 'failed' ? 'fatal' : null,
    error:
      status === 'failed'
        ? { failureClass: 'fatal', name: 'TaskFailure', message: 'the server refuses this edit' }
        : null,
    result: null,
    agent,
    agentLabel: 'Courses',
    attempts: status === 'failed' ? 3 : 1,
    takeovers: isTaken ? 1 : 0,
    recovery: isTaken ? 'resume' : null,
    fence: isTaken ? startedAt + tookMs * 0.4 : startedAt,
    epoch: 0,
    stages: [stage('pulling', 0, 0.6), stage('pushing', 0.6, 1)],
    triggers: [aNote(source, startedAt, starter, 'started')],
    triggersDropped: 0,
  }
}

function aNote(source: string, at: number, agent: string, decision: 'started' | 'joined') {
  return { source, at, byUser: source === 'manual', agent, decision, reason: null, count: 1 }
}

function someRecords(runs: number): readonly Stored[] {
  return scopes.map((scope, index) => {
    const historySeq = Math.ceil((runs - index) / scopes.length)
    const fence = now - 30 * second
    const run = aRun(scope)
    return {
      schemaVersion: 1,
      key: `ada|${scope}`,
      userId: 'ada',
      scope,
      version: 9,
      epoch: 0,
      fence: index === 2 ? now - 400 * second : fence,
      lease:
        index === 2
          ? null
          : {
              owner: 'owner',
              fence,
              agent: index === 0 ? here : other,
              agentKind: 'tab',
              agentLabel: 'Courses',
              presence: null,
              acquiredAt: fence,
              renewedAt: now - (index === 0 ? 15 : 45) * second,
              renewSeq: 2,
              ttlMs: 60 * second,
              expiresAt: now + (index === 0 ? 45 : 15) * second,
            },
      run: index === 2 ? null : run,
      buffered: null,
      deferred: null,
      paused: index === 2 ? { at: now - 60 * second } : null,
      bookmarks: {},
      slots: {},
      last: {
        runId: 'run-last',
        seq: historySeq,
        status: 'succeeded',
        cause: null,
        error: null,
        at: now - 60 * second,
        taskVersion: 1,
        payload: null,
      },
      lastStartAt: fence,
      lastSuccessAt: now - 60 * second,
      historySeq,
      recent: [
        {
          ...aNote('foreground', now - 9 * second, here, 'joined'),
          decision: 'skipped',
          reason: 'min-interval',
          runId: null,
        },
        {
          ...aNote('change', now - 5 * second, other, 'joined'),
          decision: index === 2 ? 'deferred' : 'buffered',
          reason: index === 2 ? 'paused' : 'sealed',
          count: 3,
          runId: null,
        },
      ],
      recentDropped: 0,
    } satisfies Stored
  })
}

function aRun(scope: string): NonNullable<Stored['run']> {
  const startedAt = now - 30 * second
  return {
    runId: `run of ${scope}`,
    state: 'running',
    source: 'manual',
    byUser: true,
    payload: null,
    scheduledAt: null,
    requestedAt: startedAt,
    startedAt,
    attempt: 1,
    counted: 0,
    failures: 0,
    quickRetried: false,
    takeovers: 0,
    takeoversInPlace: 0,
    recovery: null,
    checkpoint: {
      taskVersion: 1,
      finished: ['pulling'],
      stage: 'pushing',
      cursor: null,
      sealed: true,
    },
    wait: null,
    cancel: null,
    result: null,
    progress: {
      stage: 'pushing',
      done: 4,
      total: 10,
      detail: null,
      n: 4,
      at: now - 2 * second,
    },
    stages: [
      { stage: 'pulling', startedAt, endedAt: now - 12 * second },
      { stage: 'pushing', startedAt: now - 12 * second, endedAt: null },
    ],
    triggers: [
      aNote('manual', startedAt, scope === 'course_sync' ? here : other, 'started'),
      aNote('online', now - 20 * second, here, 'joined'),
    ],
    triggersDropped: 0,
  }
}

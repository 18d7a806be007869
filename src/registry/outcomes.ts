/** What `done` and `outcome` wait for: the same answer in every tab, whoever ran it. */
import type { HistoryRow } from '../model/history-row.ts'
import type { Json } from '../model/json.ts'
import { isCurrent } from '../model/epoch.ts'
import { outcomeOf, type TaskOutcome } from '../model/outcome.ts'
import type { Clock } from '../port/clock.ts'
import type { FinishedRuns } from './finished-runs.ts'
import type { KnownKey, Mirror } from './mirror.ts'
import { createTimers } from './timers.ts'
import { againMs } from './waits.ts'

/** Answers those who wait for runs. */
export interface Outcomes {
  /** The end of a run. With `attempt` a wait for a retry is an answer, too. */
  wait(known: KnownKey, runId: string, until: 'attempt' | 'end'): Promise<TaskOutcome<Json>>
  /** The key changed. */
  check(known: KnownKey): void
  /** Rows that a transaction of this agent wrote. */
  landed(rows: readonly HistoryRow[]): void
  /** The end of a run that is over, from the histories of all known keys. */
  find(runId: string): Promise<TaskOutcome<Json>>
  isWaiting(key: string): boolean
  /** The store answers again: what could not be read is read now. */
  recover(): void
  /** Everybody who still waits is told that nothing is known. */
  close(): void
}

interface Waiter {
  readonly runId: string
  readonly until: 'attempt' | 'end'
  readonly promise: Promise<TaskOutcome<Json>>
  readonly resolve: (outcome: TaskOutcome<Json>) => void
  searching: boolean
  /** The history could not be read; it is read again in a moment. */
  failed: boolean
  /** It has been seen under way: if it is nowhere, nobody knows its end any more. */
  seen: boolean
}

/** Makes the waiting room, with nobody in it. */
export function createOutcomes(mirror: Mirror, clock: Clock, finished: FinishedRuns): Outcomes {
  const waiting = new Map<string, Set<Waiter>>()
  const timers = createTimers(clock)
  let closed = false

  function answer(key: string, waiter: Waiter, outcome: TaskOutcome<Json>): void {
    const waiters = waiting.get(key)
    if (!waiters?.delete(waiter)) return
    if (waiters.size === 0) waiting.delete(key)
    waiter.resolve(outcome)
  }

  function check(known: KnownKey): void {
    for (const waiter of waiting.get(known.key) ?? []) look(known, waiter)
  }

  function look(known: KnownKey, waiter: Waiter): void {
    const { key, record } = known
    if (!record) {
      // Its user was forgotten, or the store was made anew: either way without the run.
      const isOut = mirror.user(known.userId)?.signedIn === false
      if (known.loaded)
        answer(
          key,
          waiter,
          isOut ? { status: 'signed-out', runId: waiter.runId } : { status: 'unknown' },
        )
      return
    }
    const { run, last, buffered, deferred } = record
    if (run?.runId === waiter.runId) {
      waiter.seen = true
      if (isStale(known)) return void search(known, waiter)
      if (!run.wait || waiter.until === 'end') return
      const { reason, nextAttemptAt, error } = run.wait
      return answer(key, waiter, {
        status: 'waiting',
        runId: run.runId,
        reason,
        nextAttemptAt,
        error,
      })
    }
    if (last?.runId === waiter.runId && last.status !== 'succeeded')
      return answer(key, waiter, outcomeOf(last))
    const isAhead = buffered?.runId === waiter.runId || deferred?.runId === waiter.runId
    if (!isAhead || isStale(known)) void search(known, waiter)
  }

  function isStale({ record, userId }: KnownKey): boolean {
    const user = mirror.user(userId)
    return user !== null && record !== null && !isCurrent(record, user)
  }

  /** The result stands in the history; so does a run whose end passed unseen. */
  async function search(known: KnownKey, waiter: Waiter): Promise<void> {
    if (waiter.searching) return
    waiter.searching = true
    try {
      const version = known.record?.version
      const stale = isStale(known)
      const row = await finished.find(known.key, waiter.runId)
      if (row) answer(known.key, waiter, outcomeOf(row))
      // It may have ended before the sign-out that we heard of first; afterwards nothing else ends it.
      else if (stale) answer(known.key, waiter, { status: 'signed-out', runId: waiter.runId })
      // A follow-up that is nowhere was dropped before it started.
      else if (known.record?.version === version)
        answer(
          known.key,
          waiter,
          waiter.seen ? { status: 'unknown' } : { status: 'cancelled', runId: waiter.runId },
        )
      waiter.searching = false
      if (!row && known.record?.version !== version) look(known, waiter)
    } catch {
      // The store is away, and the key may never change again.
      waiter.failed = true
      timers.after(againMs, () => retry(known, waiter))
    }
  }

  function retry(known: KnownKey, waiter: Waiter): void {
    if (!waiter.failed || !waiting.get(known.key)?.has(waiter)) return
    waiter.failed = false
    waiter.searching = false
    look(known, waiter)
  }

  return {
    wait(known, runId, until) {
      if (closed) return Promise.resolve({ status: 'unknown' })
      const waiters = waiting.get(known.key) ?? new Set<Waiter>()
      waiting.set(known.key, waiters)
      for (const other of waiters)
        if (other.runId === runId && other.until === until) return other.promise
      const { promise, resolve } = withResolvers<TaskOutcome<Json>>()
      const waiter: Waiter = {
        runId,
        until,
        promise,
        resolve,
        searching: false,
        failed: false,
        seen: false,
      }
      waiters.add(waiter)
      look(known, waiter)
      return promise
    },
    check,
    landed(rows) {
      for (const row of rows) {
        for (const waiter of waiting.get(row.key) ?? []) {
          if (waiter.runId === row.runId) answer(row.key, waiter, outcomeOf(row))
        }
      }
    },
    async find(runId) {
      for (const { key } of mirror.keys()) {
        const row = await finished.find(key, runId)
        if (row) return outcomeOf(row)
      }
      return { status: 'unknown' }
    },
    isWaiting: key => waiting.has(key),
    recover() {
      for (const known of mirror.keys())
        for (const waiter of waiting.get(known.key) ?? []) retry(known, waiter)
    },
    close() {
      closed = true
      timers.stop()
      for (const [key, waiters] of waiting)
        for (const waiter of waiters) answer(key, waiter, { status: 'unknown' })
    },
  }
}

function withResolvers<T>(): {
  readonly promise: Promise<T>
  readonly resolve: (value: T) => void
} {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>(done => {
    resolve = done
  })
  return { promise, resolve }
}

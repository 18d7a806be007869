/** What is to be said of a key besides its row? */
import { formatDuration, formatInstant } from './format.ts'
import type { KeyRow } from './key-rows.ts'

/** Terms, and what is to be said of each; `null` or nothing: it does not apply. */
export function factsOfKey(
  row: KeyRow,
  now: number,
): readonly (readonly [string, string | null])[] {
  const { view, record, owner, fence } = row
  const { run, lease, last, buffered, deferred, bookmarks } = record
  const { running } = view
  const reason = view.reason === null ? '' : ` (${view.reason})`
  return [
    ['status', `${view.status}${reason}`],
    ['run', run?.runId ?? null],
    ['began', run && `${formatInstant(run.startedAt, now)}, by ${run.source}`],
    ['joined by', running?.joined.join(', ') ?? null],
    [
      'attempt',
      run && `${run.attempt}${run.takeovers > 0 ? `, taken over ${run.takeovers} ×` : ''}`,
    ],
    ['stages done', run?.checkpoint.finished.join(', ') ?? null],
    [
      'sealed',
      run &&
        (run.checkpoint.sealed ? 'yes: what a trigger brings now gets a run of its own' : 'no'),
    ],
    ['owner', owner?.name ?? null],
    [
      'lease',
      lease && running
        ? `until ${formatInstant(lease.expiresAt, now)}, ${formatDuration(lease.ttlMs)} from each renewal`
        : null,
    ],
    ['fence', fence === 0 ? null : String(fence)],
    ['next attempt', view.nextAttemptAt === null ? null : formatInstant(view.nextAttemptAt, now)],
    ['error', view.error && `${view.error.name}: ${view.error.message}`],
    [
      'buffered',
      buffered && `one more run, for ${buffered.triggers.map(({ source }) => source).join(', ')}`,
    ],
    [
      'deferred',
      deferred &&
        `${deferred.reason}${deferred.dueAt === null ? '' : `, until ${formatInstant(deferred.dueAt, now)}`}`,
    ],
    ['bookmarks', Object.keys(bookmarks).join(', ')],
    [
      'last run',
      last &&
        `${last.status}${last.cause ? ` (${last.cause})` : ''}, ${formatInstant(last.at, now)}`,
    ],
    ['last success', view.lastSuccessAt === null ? null : formatInstant(view.lastSuccessAt, now)],
  ]
}

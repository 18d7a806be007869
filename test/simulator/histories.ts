/** Plays many random histories, and says what happened in them. */
import { planHistory } from './actions.ts'
import { playOrShrink } from './shrink.ts'

/** How often each kind of thing happened. */
export type Coverage = ReadonlyMap<string, number>

/** Plays the histories of so many seeds; the first that breaks a promise is shrunk and thrown. */
export async function playHistories(firstSeed: number, count: number): Promise<Coverage> {
  const coverage = new Map<string, number>()
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const { counts, steps } = await playOrShrink(planHistory(seed))
    coverage.set('steps', (coverage.get('steps') ?? 0) + steps)
    for (const [what, times] of counts) coverage.set(what, (coverage.get(what) ?? 0) + times)
  }
  return coverage
}

/** The coverage as text, in alphabetical order. */
export function describeCoverage(coverage: Coverage): string {
  return [...coverage]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([what, times]) => `${what}: ${times}`)
    .join('\n')
}

/** What thousands of histories must have reached, or they show less than they claim. */
export const expected: readonly string[] = [
  ...[
    'started',
    'joined',
    'joined: waiting-retry',
    'buffered: cancelling',
    'buffered: news',
    'buffered: running',
    'buffered: sealed',
    'skipped: cancelling',
    'skipped: failed',
    'skipped: min-interval',
    'skipped: running',
    'skipped: slot-done',
    'deferred: agent-stopped',
    'deferred: exhausted',
    'deferred: gate',
    'deferred: min-interval',
    'deferred: offline',
    'deferred: paused',
    'deferred: slot-queued',
    'rejected: signed-out',
  ].map(decision => `decision ${decision}`),
  ...['presence', 'expired', 'unchanged'].map(kind => `evidence ${kind}`),
  ...['restart', 'resume', 'skip'].map(choice => `recovery ${choice}`),
  ...[
    'succeeded',
    'cancelled',
    'signed-out',
    'failed: fatal',
    'failed: exhausted',
    'failed: poisoned',
  ].map(end => `ended ${end}`),
  ...['retry', 'offline', 'auth', 'rate-limited'].map(reason => `waits: ${reason}`),
  ...['pending', 'retry', 'deferred', 'takeover', 'finalised', 'poisoned'].map(
    did => `went on: ${did}`,
  ),
  ...[
    'succeeded',
    'failed',
    'cancelled',
    'signed-out',
    'waiting',
    'skipped',
    'deferred',
    'rejected',
    'unknown',
  ].map(status => `outcome ${status}`),
  ...['buffered', 'joined', 'started'].map(decision => `follow-up of ${decision}`),
  ...[
    'kill',
    'freeze',
    'thaw',
    'spawn',
    'go offline',
    'go online',
    'hide',
    'show',
    'loss',
    'stop',
    'close',
  ].map(kind => `action ${kind}`),
  ...['none', '500', '401', '429', '400'].map(trouble => `trouble ${trouble}`),
]

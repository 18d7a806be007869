/** What thousands of random histories must have reached, or they show less than they claim. */

const columns = ['automatic', 'by the user'] as const

/** The rows of the table of triggers that this version has, in both of its columns. */
const rows: readonly string[] = [
  'store unavailable',
  'signed out',
  'running, not sealed',
  'running, sealed; settling',
  'cancelling',
  'paused, or the gate is closed',
  'waiting for retry',
  'failed: fatal or poisoned',
  'failed: exhausted',
  'offline',
  'within the minimum interval',
  'idle',
].flatMap(row => columns.map(column => `row ${row}: ${column}`))

/** What is counted for each table and rule, under the heading of its part. */
export const expectedByHeading: Readonly<Record<string, readonly string[]>> = {
  Lease: [
    ...['free', 'presence', 'expired', 'unchanged', 'unused'].map(kind => `evidence ${kind}`),
    'lease with a lock',
    'lease without a lock',
    'heir',
    'heir refused',
    'message bye',
    'takeover after a bye',
    'lease taken up again under a new lock',
    'message ping',
    'message pong',
    'lease taken up again after its expiry',
    'lease renewed',
    'lease of a hidden agent',
    'fence from the clock',
    'fence above the clock',
    'decision deferred: stage-ignores-signal',
    'ended failed: poisoned',
    'takeover by a hidden agent',
    'takeover of a lease dated in the future',
    ...[
      'lease-lost',
      'lease-in-doubt',
      'run-timeout',
      'cancelled',
      'signed-out',
      'superseded',
      'closing',
    ].map(reason => `aborted: ${reason}`),
  ],
  Triggers: [
    ...rows,
    'row slot not newer than the last: automatic',
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
      'skipped: slot-missed',
      'deferred: agent-stopped',
      'deferred: capacity',
      'deferred: debounce',
      'deferred: exhausted',
      'deferred: gate',
      'deferred: min-interval',
      'deferred: offline',
      'deferred: paused',
      'deferred: slot-queued',
      'deferred: reload-needed',
      'rejected: signed-out',
    ].map(decision => `decision ${decision}`),
    ...['deferred: store-unavailable', 'deferred: store-waiting', 'rejected: ambiguous-user'].map(
      decision => `answer ${decision}`,
    ),
    ...['buffered', 'joined', 'started'].map(decision => `follow-up of ${decision}`),
  ],
  Recovery: [
    'goes on: a first occurrence',
    'goes on: a new occurrence with the bookmarks of earlier ones',
    'goes on: restart',
    'goes on: resume at a cursor',
    'goes on: resume after finished stages',
    'goes on: skip',
    'goes on: migrate from another version',
    'goes on: restart from another version',
    'recovery cancel',
    ...['pending', 'retry', 'deferred', 'takeover', 'finalised', 'poisoned'].map(
      did => `went on: ${did}`,
    ),
    ...['retry', 'offline', 'auth', 'rate-limited'].map(reason => `waits: ${reason}`),
  ],
  'Service workers': [
    'an event is over: hand-over at a commit',
    'an event is over: hand-over after an abort',
    'what a worker put off between events is run by a page',
  ],
  Ends: [
    ...['succeeded', 'cancelled', 'signed-out', 'failed: fatal', 'failed: exhausted'].map(
      end => `ended ${end}`,
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
  ],
}

/** Triggers that wait for further ones or for a place, and how that ends: none may be rare. */
export const waits: readonly string[] = [
  ...['debounced task', 'no capacity'].flatMap(row =>
    columns.map(column => `row ${row}: ${column}`),
  ),
  'debounce ends at its time',
  'debounce ends at its time, after several triggers',
  'debounce ends with a start',
  'debounce ends without a run',
  'capacity ends where it was asked',
  'capacity ends elsewhere',
  'capacity ends with a start',
]

/** What service workers do and come to, and what pages do with that: none may be rare. */
export const events: readonly string[] = [
  'a world with a service worker',
  'event that fires left',
  'event that fires push',
  'event that fires due',
  'an event ends, something is left',
  'an event ends, nothing is left',
  'a worker is killed in an event',
  'takeover by a worker',
  'decision deferred: no-event',
  'a page asks for an event',
]

/** Every kind of fault: none may be rare. */
export const faults: readonly string[] = [
  ...[
    'kill',
    'freeze',
    'thaw',
    'cache',
    'restore',
    'leave',
    'throttle',
    'spawn',
    'go offline',
    'go online',
    'hide',
    'show',
    'loss',
    'stop',
    'close',
    'portal',
    'gate',
    'sign in',
    'sign out',
    'switch',
  ].map(kind => `action ${kind}`),
  'sleep, the monotonic clock stands-still',
  'sleep, the monotonic clock goes-on',
  'clock hours off',
  'clock a year off',
  ...['none', 'slow', '500', '401', '429', '400'].map(trouble => `trouble ${trouble}`),
  ...['rejects', 'lands-and-rejects', 'waits', 'unanswered', 'delays'].map(
    trouble => `store ${trouble}`,
  ),
  'a world without a channel',
  'a world without locks',
  'a world with two versions of the app',
  'a world with debounced tasks',
  'a world with agents that run one key at once',
]

/** All headings. */
export const headings: Readonly<Record<string, readonly string[]>> = {
  Faults: faults,
  Waits: waits,
  Events: events,
  ...expectedByHeading,
}

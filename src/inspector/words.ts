/** What do the words of records mean to somebody who reads them for the first time? */
import type { FailureCause } from '../model/failure.ts'
import type { RecoveryChoice } from '../model/run.ts'
import type { Decision, DecisionReason } from '../model/trigger.ts'
import type { ForceReleaseResult } from '../model/decide-force-release.ts'

/** Why a trigger was decided so. */
export const reasonWords: Readonly<Record<DecisionReason, string>> = {
  'agent-stopped': 'this agent was stopped and starts nothing',
  'ambiguous-user': 'several users are signed in and none was named',
  cancelling: 'the run is being cancelled',
  capacity: 'as many runs as allowed are under way',
  'clock-set-back': 'the clock was set back; what was dated in the future counts as due',
  debounce: 'it waits for further ones',
  exhausted: 'all attempts failed; the next one comes after the longest wait',
  failed: 'the last run failed for good',
  gate: 'the task’s own gate is closed',
  'min-interval': 'it came too soon after the last run',
  news: 'it brings something that the run has not read',
  'no-event': 'a service worker starts nothing between events',
  offline: 'there is no network',
  paused: 'the key is paused',
  'reload-needed': 'a newer version wrote the record: this page must be reloaded',
  running: 'a run is under way',
  sealed: 'the run has read its inputs for the last time',
  'signed-out': 'its user is not signed in',
  'slot-done': 'its slot was served before',
  'slot-missed': 'its slot was passed over',
  'slot-queued': 'its slot waits until the key is free',
  'stage-ignores-signal': 'an earlier stage function has not returned',
  'store-unavailable': 'the store does not answer',
  'store-waiting': 'the store is busy with something else',
  'waiting-retry': 'the run waits for its next attempt',
}

/** What became of a trigger. */
export const decisionWords: Readonly<Record<Decision, string>> = {
  started: 'started a run',
  joined: 'joined the run',
  buffered: 'gets a run of its own, after this one',
  skipped: 'was passed over',
  deferred: 'starts later',
  rejected: 'was refused',
}

/** Where a run went on. */
export const recoveryWords: Readonly<Record<RecoveryChoice, string>> = {
  restart: 'from its beginning',
  resume: 'at its checkpoint',
  skip: 'all work was done: only its end was written',
  migrate: 'at a checkpoint of another version, brought up to date',
  cancel: 'it was cancelled, and its owner was gone',
}

/** Why a run is not tried again. */
export const causeWords: Readonly<Record<FailureCause, string>> = {
  fatal: 'a failure that no repetition mends',
  exhausted: 'every attempt failed',
  poisoned: 'one owner after the other ended without moving the checkpoint',
}

/** Why nothing was released by force. */
export const refusalWords: Readonly<
  Record<Extract<ForceReleaseResult, { readonly released: false }>['reason'], string>
> = {
  'not-held': 'nobody holds the key any more',
  'other-fence': 'another owner holds the key meanwhile',
  'signed-out': 'its user is not signed in',
  'reload-needed': 'a newer version of the library wrote the record: reload this page',
}

/** A letter for a source, where there is no room for its name. */
export function sourceLetter(source: string): string {
  const [first = '?'] = source
  return first.toUpperCase()
}

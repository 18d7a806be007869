/** What do the reasons of decisions and waits say in plain words? */
import type { DecisionReason, TaskView } from 'leasehold'

/** A reason of a view or of a decision. */
export type Reason = TaskView['reason'] | DecisionReason

const words: Readonly<Record<Exclude<Reason, null>, string>> = {
  'agent-stopped': 'this tab starts nothing new',
  'ambiguous-user': 'several accounts are signed in',
  auth: 'the server asks for a new sign-in',
  'clock-set-back': 'the clock was set back',
  cancelling: 'the run is being cancelled',
  capacity: 'others run first',
  debounce: 'it waits for further changes',
  exhausted: 'too many attempts failed',
  failed: 'the last run failed for good',
  gate: 'the task does not want to start now',
  'min-interval': 'a sync ended a moment ago',
  news: 'it brings something new',
  offline: 'offline',
  'owner-gone': 'the tab that ran it is gone',
  paused: 'paused',
  'rate-limited': 'the server asks to wait',
  'reload-needed': 'a newer version of this app is in use',
  retry: 'it is tried again',
  running: 'a run is under way',
  sealed: 'the run has read its last edits already',
  'signed-out': 'signed out',
  'slot-done': 'this slot was served already',
  'slot-missed': 'the slot passed while nobody could serve it',
  'slot-queued': 'an earlier slot comes first',
  'stage-ignores-signal': 'an earlier run does not stop',
  'store-unavailable': 'the storage of this browser does not answer',
  'store-waiting': 'the storage of this browser is busy',
  'waiting-retry': 'the run waits for its next attempt',
}

/** The words for a reason; empty without one. */
export function reasonWords(reason: Reason): string {
  return reason === null ? '' : words[reason]
}

/** Which texts does the sync button have, and how does an app put its own in their place? */
import type { FailureCause } from '../model/failure.ts'
import type { TaskView } from '../model/view.ts'
import type { DecisionReason } from '../model/trigger.ts'

/** Why something is as it is: what views and answers name. */
export type SyncReason = Exclude<TaskView['reason'], null> | DecisionReason

/** The texts. `{time}`, `{count}` and their like stand where the value goes; each piece stands alone between dots. */
export interface SyncTexts {
  /** The button: asks for a run. */
  readonly syncNow: string
  /** The button: does not wait for the next attempt, or tries again what failed for good. */
  readonly retryNow: string
  /** The button: goes on with an interrupted run. */
  readonly continue: string
  /** The button: ends a pause. */
  readonly resume: string
  /** The button: tries again what the storage refused. */
  readonly tryAgain: string
  /** The button, when the page is too old, or has a run in it that does not stop. */
  readonly reload: string
  /** The button, when somebody has to sign in and `signIn` is set. */
  readonly signIn: string
  /** The button beside it. */
  readonly cancel: string
  /** The button while a run is under way, with the stage and `since`. */
  readonly running: string
  /** The same in the tab that began it by itself: there it answers nobody. */
  readonly runningUnasked: string
  /** `{time}` */
  readonly since: string
  /** The button after a cancel, until the run has stopped. */
  readonly cancelling: string
  readonly here: string
  readonly elsewhere: string
  /** A service worker runs it. */
  readonly inBackground: string
  readonly notResponding: string
  readonly loading: string
  readonly signedOut: string
  readonly never: string
  /** `{time}` */
  readonly lastSuccess: string
  readonly failed: string
  /** `{time}` */
  readonly retryAt: string
  readonly interrupted: string
  readonly paused: string
  readonly deferred: string
  /** `{time}` */
  readonly until: string
  readonly blocked: string
  /** The storage of the browser waits behind another page, or does not answer. */
  readonly storeWaiting: string
  readonly storeUnavailable: string
  readonly reloadNeeded: string
  /** `{time}` */
  readonly cancelled: string
  readonly endedBySignOut: string
  /** A run is buffered. */
  readonly followUp: string
  /** `{done}` and `{total}` */
  readonly progress: string
  /** `{done}`, when nobody knows of how many. */
  readonly progressOpen: string
  /** The name of the bar. */
  readonly progressLabel: string
  /** `{source}` */
  readonly startedBy: string
  /** `{sources}` */
  readonly joinedBy: string
  /** `{count}` */
  readonly attempt: string
  /** `{count}` */
  readonly takenOver: string
  /** What waits goes on in the service worker. */
  readonly goesOnClosed: string
  readonly goesOnOpen: string
  /** What the store holds ends with this page. */
  readonly volatile: string
  /** Instead of what browsers write when a request got no answer. */
  readonly unanswered: string
  /** The answer to a press while a run is under way. */
  readonly joined: string
  /** The answer to a press that brings one more run. */
  readonly buffered: string
  /** The answer to a press for a run that the storage did not take: the page keeps and repeats it. */
  readonly unstored: string
  /** The answer to a press that came to nothing: `{reason}` */
  readonly notStarted: string
  /** The answer to a press, or a cancel, that threw. */
  readonly wentWrong: string
  /** Between pieces on a line; there is room for one sign. */
  readonly separator: string
  /** How a run failed for good. */
  readonly causes: Readonly<Record<FailureCause, string>>
  /** Why it waits, or why a press came to nothing. */
  readonly reasons: Readonly<Record<SyncReason, string>>
  /** What started a run, by source; one that is not listed is shown as it is. */
  readonly sources: Readonly<Record<string, string>>
  /** What stages are called, by name; one that is not listed is shown as it is. */
  readonly stages: Readonly<Record<string, string>>
}

/** Some of the texts, and some members of its lists. */
export type SyncTextChanges = {
  readonly [Name in keyof SyncTexts]?: Name extends 'causes' | 'reasons'
    ? Partial<SyncTexts[Name]>
    : SyncTexts[Name]
}

/** `texts` with some of them changed, each list member by member; `undefined` and `null` change nothing. */
export function mergeTexts(texts: SyncTexts, changes: SyncTextChanges = {}): SyncTexts {
  return merge(texts, changes) as SyncTexts
}

function merge(texts: object, changes: object): object {
  const merged: Record<string, unknown> = { ...texts }
  for (const [name, text] of Object.entries(changes)) {
    if (text === undefined || text === null) continue
    merged[name] = typeof text === 'object' ? merge(merged[name] as object, text as object) : text
  }
  return merged
}

/** A text with its values in place. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}

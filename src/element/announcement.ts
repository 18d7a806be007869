/** Which changes does the button tell a person who does not look? */
import type { TaskView } from '../model/view.ts'
import type { SyncWords } from './sync-words.ts'

/** What was told so far. */
export interface Told {
  /** The case that was shown last; `null` before the first. */
  readonly shown: string | null
  /** The warning that was told last and has not been made good since. */
  readonly warned: string | null
  /** A press here has not come to its end. */
  readonly follows: boolean
}

/** Nothing was told, and nothing shown. */
export const nothingTold: Told = { shown: null, warned: null, follows: false }

/**
 * What is told of a change, and what was told then; `null`: nothing. What a press here led to is told,
 * and whatever turns to a warning, once until it is made good: not each attempt of a run that fails again and
 * again, no progress, no stage, nothing of a sync that nobody here asked for and that goes well.
 */
export function chooseAnnouncement(
  told: Told,
  view: TaskView,
  words: Pick<SyncWords, 'tone' | 'headline'>,
): { readonly told: Told; readonly text: readonly string[] | null } {
  const shown = caseOf(view)
  if (view.status === 'loading' || shown === told.shown) return { told, text: null }
  const isWarning = words.tone === 'warning'
  const isNews = told.follows || (isWarning && shown !== told.warned)
  const isFirst = told.shown === null
  const warned = view.status === 'idle' && !isWarning ? null : isWarning ? shown : told.warned
  return {
    told: { shown, warned, follows: told.follows && view.status === 'running' },
    text: isNews && !isFirst ? words.headline : null,
  }
}

/** Without what changes while the case stays the same: progress, stage, times. */
function caseOf({ status, reason, running, last }: TaskView): string {
  const ended = status === 'idle' ? `${last?.runId} ${last?.status}` : ''
  return [status, reason, running?.responding, running?.cancelling, ended].join(' ')
}

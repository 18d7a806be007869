/** What does the sync button say? */
import type { TaskAction, TaskView } from 'leasehold'
import { errorWords } from './error-words.ts'
import { formatClock, formatTime } from './format.ts'
import { sourceMeaning } from './place-words.ts'
import { reasonWords } from './reason-words.ts'

/** What is shown of a key. */
export interface SyncWords {
  readonly tone: 'calm' | 'busy' | 'warning'
  /** What is the case. */
  readonly headline: string
  /** The main button, and what it does. */
  readonly main: { readonly label: string; readonly action: MainAction }
  readonly details: readonly string[]
  readonly canCancel: boolean
}

/** What the main button does: `join` asks for what is under way already. */
export type MainAction = Exclude<TaskAction, 'cancel'> | 'join' | 'sign-in' | 'reload' | 'none'

/** Where the last run was cancelled; `null` when this tab was not there. */
export type CancelledIn = 'this tab' | 'another tab' | null

/** The words for a view. */
export function describeSync(view: TaskView, now: number, cancelledIn: CancelledIn): SyncWords {
  const rest = { details: factsOf(view, now), canCancel: view.actions.includes('cancel') }
  const because = view.detail ?? reasonWords(view.reason)
  switch (view.status) {
    case 'running':
      return { ...rest, ...describeRunning(view, now) }
    case 'waiting':
      return { ...rest, ...describeWaiting(view, now) }
    case 'loading':
      return calm('Looking at what is stored…', { label: 'Looking…', action: 'none' })
    case 'interrupted':
      return warning('Sync was interrupted', { label: 'Continue', action: 'start' })
    case 'paused':
      return warning('Sync is paused', { label: 'Resume', action: 'resume' })
    case 'deferred':
      return warning(`Sync is deferred: ${because}${until(view, now)}`, {
        label: 'Sync anyway',
        action: 'start',
      })
    case 'blocked':
      if (view.reason === 'reload-needed') {
        return warning('A newer version of this app is in use', {
          label: 'Reload this page',
          action: 'reload',
        })
      }
      return warning(
        `${view.reason === 'stage-ignores-signal' ? 'Sync' : 'Storage'} is blocked: ${because}`,
        { label: 'Try again', action: 'start' },
      )
    case 'signed-out':
      return warning('Signed out', { label: 'Sign in again', action: 'sign-in' })
    case 'idle': {
      const main = { label: 'Sync now', action: 'start' } as const
      switch (view.last?.status) {
        case undefined:
          return calm('Never synced yet', main)
        case 'failed':
          return warning(`Last sync failed · ${errorWords(view.last.error?.message ?? '')}`, main)
        case 'cancelled':
          return calm(cancelled(view.last.at, now, cancelledIn), main)
        case 'signed-out':
          return calm('The last sync ended with a sign-out', main)
        case 'succeeded':
          return calm('Last sync succeeded', main)
      }
    }
  }

  function calm(headline: string, main: SyncWords['main']): SyncWords {
    return { ...rest, tone: 'calm', headline, main }
  }

  function warning(headline: string, main: SyncWords['main']): SyncWords {
    return { ...rest, tone: 'warning', headline, main }
  }
}

function cancelled(at: number, now: number, where: CancelledIn): string {
  return `Cancelled${where === null ? '' : ` in ${where}`} at ${formatClock(at, now)}`
}

function describeRunning(
  { running }: TaskView,
  now: number,
): Pick<SyncWords, 'tone' | 'headline' | 'main'> {
  const stage = running?.stage ?? 'starting'
  const since = running ? ` · since ${formatTime(running.startedAt, now)}` : ''
  return {
    tone: 'busy',
    headline: `Syncing ${running?.owner.here ? 'in this tab' : 'in another tab'}`,
    main: { label: `Already syncing · ${stage}${since}`, action: 'join' },
  }
}

function describeWaiting(
  view: TaskView,
  now: number,
): Pick<SyncWords, 'tone' | 'headline' | 'main'> {
  if (view.reason === 'auth') {
    return {
      tone: 'warning',
      headline: 'Last sync failed · the server asks for a new sign-in',
      main: { label: 'Sign in again', action: 'sign-in' },
    }
  }
  const why = view.reason === 'retry' ? '' : ` · ${reasonWords(view.reason)}`
  const when =
    view.nextAttemptAt === null ? '' : ` · retry at ${formatClock(view.nextAttemptAt, now)}`
  return {
    tone: 'warning',
    headline: `Last sync failed${why}${when}`,
    main: { label: 'Retry now', action: 'retry-now' },
  }
}

function factsOf(view: TaskView, now: number): readonly string[] {
  const { running, error } = view
  const facts: string[] = []
  if (running) {
    facts.push(`started by ${sourceMeaning(running.source)}`)
    if (running.joined.length > 0)
      facts.push(`joined: ${running.joined.map(sourceMeaning).join('; ')}`)
    if (running.takeovers > 0) facts.push(`taken over ${running.takeovers}×`)
    if (running.attempt > 1) facts.push(`attempt ${running.attempt}`)
    if (!running.responding) facts.push('not responding…')
    if (running.cancelling) facts.push('cancelling…')
  }
  if (view.buffered) facts.push('one more run follows')
  if (view.store.state === 'waiting') facts.push('storage is busy')
  if (view.store.state === 'ok' && view.store.volatile) facts.push('kept until this page closes')
  if (!running && error) facts.push(errorWords(error.message))
  facts.push(
    view.lastSuccessAt === null
      ? 'never synced yet'
      : `last success ${formatTime(view.lastSuccessAt, now)}`,
  )
  return facts
}

function until({ nextAttemptAt }: TaskView, now: number): string {
  return nextAttemptAt === null ? '' : ` until ${formatClock(nextAttemptAt, now)}`
}

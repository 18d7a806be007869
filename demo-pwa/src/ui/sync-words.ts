/** What does the sync button say? */
import type { TaskAction, TaskView } from 'leasehold'
import { formatClock, formatTime } from './format.ts'
import { reasonWords } from './reason-words.ts'

/** What is shown of a key. */
export interface SyncWords {
  readonly tone: 'calm' | 'busy' | 'warning'
  /** What is the case; empty when the main button says it. */
  readonly headline: string
  /** The main button, and what it does. */
  readonly main: { readonly label: string; readonly action: MainAction }
  readonly details: readonly string[]
  readonly canCancel: boolean
}

/** What the main button does: `join` asks for what is under way already. */
export type MainAction = Exclude<TaskAction, 'cancel'> | 'join' | 'sign-in' | 'reload' | 'none'

/** The words for a view. */
export function describeSync(view: TaskView, now: number): SyncWords {
  const rest = { details: factsOf(view, now), canCancel: view.actions.includes('cancel') }
  const because = view.detail ?? reasonWords(view.reason)
  switch (view.status) {
    case 'running':
      return { ...rest, ...describeRunning(view, now) }
    case 'waiting':
      return { ...rest, ...describeWaiting(view, now) }
    case 'loading':
      return { ...rest, tone: 'calm', headline: '', main: { label: 'Looking…', action: 'none' } }
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
      return warning(`Storage is blocked: ${because}`, { label: 'Try again', action: 'start' })
    case 'signed-out':
      return warning('Signed out', { label: 'Sign in again', action: 'sign-in' })
    case 'idle': {
      const failed = view.last?.status === 'failed'
      const main = { label: 'Sync now', action: 'start' } as const
      return failed
        ? warning(`Last sync failed · ${view.last.error?.message ?? 'unknown'}`, main)
        : { ...rest, tone: 'calm', headline: '', main }
    }
  }

  function warning(headline: string, main: SyncWords['main']): SyncWords {
    return { ...rest, tone: 'warning', headline, main }
  }
}

function describeRunning(
  { running }: TaskView,
  now: number,
): Pick<SyncWords, 'tone' | 'headline' | 'main'> {
  const stage = running?.stage ?? 'starting'
  const since = running ? ` · since ${formatTime(running.startedAt, now)}` : ''
  return {
    tone: 'busy',
    headline: '',
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
    facts.push(running.owner.here ? 'in this tab' : 'in another tab')
    facts.push(`started by ${running.source}`)
    if (running.joined.length > 0) facts.push(`joined: ${running.joined.join(', ')}`)
    if (running.takeovers > 0) facts.push(`taken over ${running.takeovers}×`)
    if (running.attempt > 1) facts.push(`attempt ${running.attempt}`)
    if (!running.responding) facts.push('not responding…')
    if (running.cancelling) facts.push('cancelling…')
  }
  if (view.buffered) facts.push('one more run follows')
  if (view.store.state === 'waiting') facts.push('storage is busy')
  if (view.store.state === 'ok' && view.store.volatile) facts.push('kept until this page closes')
  if (!running && error) facts.push(error.message)
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

/** What is the case, as each status of a view describes it? */
import type { RunningTaskView, TaskView } from '../model/view.ts'
import type { SyncWords } from './sync-words.ts'
import { fill, type SyncTexts } from './texts.ts'
import type { Times } from './times.ts'

/** What differs from status to status; the rest of the words is the same for all. */
type Case = Pick<SyncWords, 'tone' | 'button' | 'headline'>

/** Describes it. */
export function describeCase(
  view: TaskView,
  texts: SyncTexts,
  times: Times,
  { now, canSignIn = false }: { readonly now: number; readonly canSignIn?: boolean },
): Case {
  const because = view.detail ?? (view.reason && texts.reasons[view.reason])
  const start = (label: string): Case['button'] => ({
    words: [label],
    action: view.actions.includes('start') ? 'start' : 'none',
  })
  const signIn: Case['button'] = { words: [texts.signIn], action: 'sign-in' }
  const reload: Case['button'] = { words: [texts.reload], action: 'reload' }

  switch (view.status) {
    case 'loading':
      return calm(start(texts.syncNow), texts.loading)
    case 'signed-out':
      return calm(canSignIn ? signIn : start(texts.syncNow), texts.signedOut)
    case 'running':
      if (view.reason === 'reload-needed') return warning(reload, texts.reloadNeeded)
      return describeRunning(view, texts, times)
    case 'waiting': {
      const retry = { words: [texts.retryNow], action: 'retry-now' } as const
      return warning(
        view.reason === 'auth' && canSignIn ? signIn : retry,
        texts.failed,
        view.reason === 'retry' ? null : because,
        isAhead(view) && fill(texts.retryAt, { time: times.next(view.nextAttemptAt) }),
      )
    }
    case 'interrupted':
      return warning(start(texts.continue), texts.interrupted)
    case 'paused':
      return calm({ words: [texts.resume], action: 'resume' }, texts.paused)
    case 'deferred': {
      const when = isAhead(view) && fill(texts.until, { time: times.next(view.nextAttemptAt) })
      const isFailure = view.reason === 'exhausted' || view.reason === 'failed'
      return (isFailure ? warning : calm)(start(texts.syncNow), texts.deferred, because, when)
    }
    case 'blocked':
      if (view.reason === 'reload-needed') return warning(reload, texts.reloadNeeded)
      // Only the end of this page ends a stage that ignores its signal.
      if (view.reason === 'stage-ignores-signal') return warning(reload, texts.blocked, because)
      return warning(
        start(texts.tryAgain),
        view.store.state === 'waiting' ? texts.storeWaiting : texts.storeUnavailable,
      )
    case 'idle':
      return describeIdle(view, texts, times, start)
  }

  function isAhead(view: TaskView): view is TaskView & { readonly nextAttemptAt: number } {
    // Where an instant has passed and nobody tried, it says nothing any more.
    return view.nextAttemptAt !== null && view.nextAttemptAt > now
  }
}

function describeRunning({ running }: TaskView, texts: SyncTexts, times: Times): Case {
  if (running === null)
    return { tone: 'busy', button: { words: [texts.running], action: 'join' }, headline: [] }
  const { stage, startedAt, owner, responding, cancelling } = running
  const elsewhere = owner.kind === 'service-worker' ? texts.inBackground : texts.elsewhere
  return {
    tone: responding ? 'busy' : 'warning',
    button: cancelling
      ? { words: [texts.cancelling], action: 'none' }
      : {
          words: pieces(
            isUnasked(running) ? texts.runningUnasked : texts.running,
            stage && (texts.stages[stage] ?? stage),
            fill(texts.since, { time: times.clock(startedAt) }),
          ),
          action: 'join',
        },
    headline: pieces(owner.here ? texts.here : elsewhere, !responding && texts.notResponding),
  }
}

/** Nobody pressed, and nobody comes to what another tab does. */
function isUnasked({ source, joined, owner }: RunningTaskView): boolean {
  return owner.here && source !== 'manual' && !joined.includes('manual')
}

function describeIdle(
  { last, lastSuccessAt }: TaskView,
  texts: SyncTexts,
  times: Times,
  start: (label: string) => Case['button'],
): Case {
  const main = start(texts.syncNow)
  switch (last?.status) {
    case undefined:
      return calm(main, texts.never)
    case 'succeeded':
      return calm(main, fill(texts.lastSuccess, { time: times.clock(lastSuccessAt ?? last.at) }))
    case 'cancelled':
      return calm(main, fill(texts.cancelled, { time: times.clock(last.at) }))
    case 'signed-out':
      return calm(main, texts.endedBySignOut)
    case 'failed':
      return warning(start(texts.retryNow), texts.failed, last.cause && texts.causes[last.cause])
  }
}

type Piece = string | false | null | undefined

/** Those that there are. */
function pieces(...all: readonly Piece[]): readonly string[] {
  return all.filter((piece): piece is string => typeof piece === 'string' && piece !== '')
}

function calm(button: Case['button'], ...headline: readonly Piece[]): Case {
  return { tone: 'calm', button, headline: pieces(...headline) }
}

function warning(button: Case['button'], ...headline: readonly Piece[]): Case {
  return { tone: 'warning', button, headline: pieces(...headline) }
}

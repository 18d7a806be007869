/** What else is known of a key: progress, errors, what follows, and how its run came to be where it is? */
import type { RunningTaskView, TaskView } from '../model/view.ts'
import { describeError } from './error-words.ts'
import { fill, type SyncTexts } from './texts.ts'
import type { Times } from './times.ts'

/** What everybody wants to know besides the headline. */
export function factsOf(view: TaskView, texts: SyncTexts, times: Times): readonly string[] {
  const { running, status, store, reason } = view
  const facts: string[] = []
  if (running) facts.push(...progressOf(running, texts, times))
  else facts.push(...errorOf(view, texts))
  // Where the storage blocks the key the headline says so.
  if (status !== 'blocked' && store.state !== 'ok')
    facts.push(store.state === 'waiting' ? texts.storeWaiting : texts.storeUnavailable)
  if (reason === 'store-unavailable' && view.detail) facts.push(view.detail)
  facts.push(...afterwards(view, texts))
  if (view.buffered) facts.push(texts.followUp)
  facts.push(...lastSuccessOf(view, texts, times))
  if (store.state === 'ok' && store.volatile) facts.push(texts.volatile)
  return facts
}

/** How a run came to be where it is. */
export function originsOf(
  { running }: TaskView,
  texts: SyncTexts,
  times: Times,
): readonly string[] {
  if (running === null) return []
  const { source, joined, attempt, takeovers } = running
  const nameOf = (name: string) => texts.sources[name] ?? name
  const origins = [fill(texts.startedBy, { source: nameOf(source) })]
  if (joined.length > 0)
    origins.push(fill(texts.joinedBy, { sources: joined.map(nameOf).join(', ') }))
  if (attempt > 1) origins.push(fill(texts.attempt, { count: times.number(attempt) }))
  if (takeovers > 0) origins.push(fill(texts.takenOver, { count: times.number(takeovers) }))
  return origins
}

function progressOf(
  { progress }: RunningTaskView,
  texts: SyncTexts,
  times: Times,
): readonly string[] {
  const { done = null, total = null, detail = null } = progress ?? {}
  const facts: string[] = []
  if (done !== null) {
    const values = { done: times.number(done), total: total === null ? '' : times.number(total) }
    facts.push(fill(total === null ? texts.progressOpen : texts.progress, values))
  }
  if (typeof detail === 'string') facts.push(detail)
  return facts
}

function errorOf({ status, error, last }: TaskView, texts: SyncTexts): readonly string[] {
  const failure = error ?? (status === 'idle' && last?.status === 'failed' ? last.error : null)
  if (failure === null) return []
  return [describeError(failure, texts)]
}

/** Who goes on with what waits, when the last tab is closed. */
function afterwards({ status, background, reason }: TaskView, texts: SyncTexts): readonly string[] {
  // These a person has to end.
  const isForPeople = reason === 'auth' || reason === 'gate'
  if (isForPeople || (status !== 'waiting' && status !== 'deferred')) return []
  switch (background?.sync) {
    case 'ready':
      return [texts.goesOnClosed]
    case 'unsupported':
    case 'refused':
      return [texts.goesOnOpen]
    default:
      return []
  }
}

function lastSuccessOf(
  { status, reason, last, lastSuccessAt }: TaskView,
  texts: SyncTexts,
  times: Times,
): readonly string[] {
  if (status === 'idle' && (last === null || last.status === 'succeeded')) return []
  if (lastSuccessAt !== null) return [fill(texts.lastSuccess, { time: times.clock(lastSuccessAt) })]
  // Without a look at the store nobody knows.
  const isUnknown = reason === 'store-waiting' || reason === 'store-unavailable'
  return isUnknown || status === 'loading' || status === 'signed-out' ? [] : [texts.never]
}

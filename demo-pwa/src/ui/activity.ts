/** "I did not press anything: why did it sync?" */
import type { HistoryRow, RecentDecision, TaskHistory } from 'leasehold'
import { auditTime, catchError, EMPTY, filter, from, merge, switchMap, timer } from 'rxjs'
import { watchTask } from '../account/views.ts'
import type { Collection } from '../data/rows.ts'
import { el, setText } from './dom.ts'
import { formatClock, formatDuration } from './format.ts'
import { errorWords } from './error-words.ts'
import {
  describeDecision,
  describeEnd,
  describeGoing,
  describeRun,
  describeStages,
} from './history-words.ts'
import type { Screen } from './screen.ts'

/** Triggers of other tabs may change the history without changing the view, ms. */
const rereadMs = 1_000

/** The finished runs and the triggers that started none, of one collection after the other. */
export function createActivity(screen: Screen): HTMLElement {
  return el(
    'div',
    { class: 'panel' },
    el('h2', {}, 'Activity'),
    el(
      'p',
      { class: 'lead' },
      'Every sync that ran, the newest first: what started it, who joined it, how it ended.',
    ),
    createHistory(screen, 'courses'),
    createHistory(screen, 'messages'),
  )
}

function createHistory(screen: Screen, collection: Collection): HTMLElement {
  const { registry, tasks } = screen.sync
  const userId = screen.account
  const runs = el('ol', { class: 'runs', 'aria-label': `Runs of ${collection}` })
  const going = el('p', { class: 'run-now' })
  const none = el('p', { class: 'empty' }, 'No run has ended yet.')
  const recent = el('ol', { class: 'recent', 'aria-label': `Other triggers of ${collection}` })
  const whileShown = timer(0, rereadMs).pipe(filter(() => runs.checkVisibility()))
  screen.ended.add(
    merge(watchTask(screen, collection), registry.events, whileShown)
      .pipe(
        auditTime(100),
        switchMap(() => read().pipe(catchError(() => EMPTY))),
      )
      .subscribe(render),
  )
  screen.ended.add(
    watchTask(screen, collection).subscribe(view => setText(going, describeGoing(view))),
  )
  const read = () => from(registry.history(tasks[collection], { userId, limit: 20 }))
  let shown = ''

  function render(history: TaskHistory): void {
    const text = JSON.stringify(history)
    if (text === shown) return
    shown = text
    const now = Date.now()
    runs.replaceChildren(...history.runs.map(row => createRun(row, registry.agent, now)))
    recent.replaceChildren(
      ...history.recent.toReversed().map(each => createDecision(each, registry.agent, now)),
    )
    none.hidden = history.runs.length > 0
    if (history.recent.length === 0)
      recent.append(
        el('li', { class: 'empty' }, 'None so far: each one started a run or joined one.'),
      )
  }

  return el(
    'section',
    { class: 'history' },
    el('h3', {}, collection === 'courses' ? 'Courses' : 'Messages'),
    going,
    none,
    runs,
    el('h4', {}, 'Triggers that started nothing'),
    recent,
  )
}

function createRun(row: HistoryRow, here: string, now: number): HTMLElement {
  return el(
    'li',
    { class: 'run', 'data-status': row.status },
    el(
      'p',
      { class: 'run-head' },
      createTime(row.startedAt, now),
      el('span', { class: 'run-took' }, `took ${formatDuration(row.endedAt - row.startedAt)}`),
      el('span', { class: 'badge' }, describeEnd(row)),
    ),
    el('p', {}, describeRun(row, here).join(' · ')),
    el('p', { class: 'faint' }, describeStages(row)),
    row.error && el('p', { class: 'run-error' }, errorWords(row.error.message)),
  )
}

function createDecision(each: RecentDecision, here: string, now: number): HTMLElement {
  return el('li', {}, createTime(each.at, now), ` ${describeDecision(each, here)}`)
}

function createTime(at: number, now: number): HTMLElement {
  const date = new Date(at)
  const props = { datetime: date.toISOString(), title: date.toLocaleString() }
  return el('time', props, formatClock(at, now))
}

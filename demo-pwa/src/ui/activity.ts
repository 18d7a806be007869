/** "I did not press anything: why did it sync?" */
import type { HistoryRow, RecentDecision, TaskHistory } from 'leasehold'
import { describeError } from 'leasehold/element'
import {
  auditTime,
  catchError,
  distinctUntilChanged,
  EMPTY,
  from,
  map,
  merge,
  switchMap,
} from 'rxjs'
import { watchTask } from '../account/views.ts'
import type { Collection } from '../data/rows.ts'
import { el } from './dom.ts'
import { formatClock, formatDuration } from './format.ts'
import {
  describeDecision,
  describeEnd,
  describeGoing,
  describeRun,
  describeStages,
  withoutServed,
} from './history-words.ts'
import { createInspectorButton } from './inspector.ts'
import type { Screen } from './screen.ts'
import { whileShown } from './while-shown.ts'

/** Triggers of other tabs may change the history without changing the view, ms. */
const rereadMs = 1_000

/** The finished runs and the triggers that started none, of one collection after the other. */
export function createActivity(screen: Screen): HTMLElement {
  return el(
    'div',
    { class: 'panel' },
    el('div', { class: 'panel-head' }, el('h2', {}, 'Activity'), createInspectorButton(screen)),
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
  const going = el('div', { class: 'run-now' })
  const none = el('p', { class: 'empty' }, 'No run has ended yet.')
  const recent = el('ol', { class: 'recent', 'aria-label': `Other triggers of ${collection}` })
  const idle = el('h4', {}, 'Triggers that started nothing')
  const section = el(
    'section',
    { class: 'history' },
    el('h3', {}, collection === 'courses' ? 'Courses' : 'Messages'),
    going,
    none,
    runs,
    idle,
    recent,
  )
  screen.ended.add(
    merge(watchTask(screen, collection), registry.events, whileShown(section, rereadMs))
      .pipe(
        auditTime(100),
        switchMap(() => read().pipe(catchError(() => EMPTY))),
      )
      .subscribe(render),
  )
  screen.ended.add(
    watchTask(screen, collection)
      .pipe(
        map(view => describeGoing(view, Date.now())),
        distinctUntilChanged((a, b) => a.join('\n') === b.join('\n')),
      )
      .subscribe(lines => going.replaceChildren(...lines.map(line => el('p', {}, line)))),
  )
  const read = () => from(registry.history(tasks[collection], { userId, limit: 20 }))
  let shown = ''

  function render(history: TaskHistory): void {
    const text = JSON.stringify(history)
    if (text === shown) return
    shown = text
    const now = Date.now()
    runs.replaceChildren(...history.runs.map(row => createRun(row, registry.agent, now)))
    const left = withoutServed(history)
    recent.replaceChildren(
      ...left.toReversed().map(each => createDecision(each, registry.agent, now)),
    )
    none.hidden = history.runs.length > 0
    idle.hidden = left.length === 0
  }

  return section
}

function createRun(row: HistoryRow, here: string, now: number): HTMLElement {
  return el(
    'li',
    { class: 'run', 'data-status': row.status },
    el(
      'p',
      { class: 'run-head' },
      el('span', { class: 'badge' }, describeEnd(row)),
      el('span', { class: 'run-took' }, `in ${formatDuration(row.endedAt - row.startedAt)}`),
      createTime(row.startedAt, now),
    ),
    row.error && el('p', { class: 'run-error' }, describeError(row.error)),
    el('div', { class: 'facts' }, ...describeRun(row, here).map(fact => el('p', {}, fact))),
    el('p', { class: 'faint' }, describeStages(row)),
  )
}

function createDecision(each: RecentDecision, here: string, now: number): HTMLElement {
  return el('li', {}, el('span', {}, describeDecision(each, here)), createTime(each.at, now))
}

function createTime(at: number, now: number): HTMLElement {
  const date = new Date(at)
  const props = { datetime: date.toISOString(), title: date.toLocaleString() }
  return el('time', props, formatClock(at, now))
}

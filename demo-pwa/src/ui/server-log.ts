/** What did the server see? */
import { catchError, EMPTY, exhaustMap, filter, from, timer } from 'rxjs'
import { type LogEntry, readLog } from '../server/desk.ts'
import { el } from './dom.ts'
import { formatClock } from './format.ts'
import type { Screen } from './screen.ts'

const shownEntries = 40

/** The newest requests of all accounts, the newest first. */
export function createServerLog({ ended }: Screen): HTMLElement {
  const rows = el('tbody')
  let shown = ''
  ended.add(
    timer(0, 1_000)
      .pipe(
        filter(() => rows.checkVisibility()),
        exhaustMap(() => from(readLog(0)).pipe(catchError(() => EMPTY))),
      )
      .subscribe(entries => {
        const newest = entries.slice(-shownEntries).toReversed()
        const text = JSON.stringify(newest)
        if (text === shown) return
        shown = text
        rows.replaceChildren(...newest.map(createRow))
      }),
  )
  const heads = ['Time', 'Account', 'Request', 'Answer'].map(name =>
    el('th', { scope: 'col' }, name),
  )
  return el(
    'div',
    { class: 'log', tabindex: 0, role: 'region', 'aria-label': 'Server log' },
    el('table', {}, el('thead', {}, el('tr', {}, ...heads)), rows),
  )
}

function createRow(entry: LogEntry): HTMLElement {
  const { account, method, path, cursor, editId, status, applied, replay } = entry
  const what = `${method === 'GET' ? 'pull' : 'push'} ${path.split('/')[2] ?? path}`
  const about = editId?.slice(0, 8) ?? (cursor === null ? '' : `after ${cursor.split('.').at(-1)}`)
  const answer = replay ? 'replay' : applied ? 'applied' : ''
  return el(
    'tr',
    {},
    el('td', {}, formatClock(entry.at, Date.now())),
    el('td', {}, account ?? '–'),
    el('td', {}, `${what} ${about}`),
    el('td', {}, `${status ?? '…'} ${answer}`),
  )
}

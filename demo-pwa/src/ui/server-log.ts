/** What did the server see? */
import { catchError, EMPTY, exhaustMap, from } from 'rxjs'
import { type LogEntry, readLog } from '../server/desk.ts'
import { el } from './dom.ts'
import { formatClock } from './format.ts'
import type { Screen } from './screen.ts'
import { whileShown } from './while-shown.ts'

const shownEntries = 40

/** The newest requests of all accounts, the newest first. */
export function createServerLog({ ended }: Screen): HTMLElement {
  const rows = el('tbody')
  const heads = ['Time', 'Account', 'Request', 'Answer'].map(name =>
    el('th', { scope: 'col' }, name),
  )
  const table = el('table', {}, el('thead', {}, el('tr', {}, ...heads)), rows)
  const none = el('p', { class: 'empty' }, 'No request yet.')
  let shown = ''
  ended.add(
    whileShown(table, 1_000)
      .pipe(exhaustMap(() => from(readLog(0)).pipe(catchError(() => EMPTY))))
      .subscribe(entries => {
        const newest = entries.slice(-shownEntries).toReversed()
        const text = JSON.stringify(newest)
        if (text === shown) return
        shown = text
        rows.replaceChildren(...newest.map(createRow))
        none.hidden = newest.length > 0
      }),
  )
  return el(
    'div',
    { class: 'log', tabindex: 0, role: 'region', 'aria-label': 'Server log' },
    table,
    none,
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

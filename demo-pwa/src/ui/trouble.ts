/** Which trouble can a person make, to see what becomes of a sync? */
import { describeError } from 'leasehold/element'
import { resetServer } from '../server/desk.ts'
import { button, el, setText } from './dom.ts'
import type { Screen } from './screen.ts'
import { createServerLog } from './server-log.ts'
import { createServerTrouble } from './trouble-server.ts'
import { createTabTrouble } from './trouble-tab.ts'

const explanation =
  'A reset puts its data back to the start and empties the log; the switches stay. The next sync pulls all, in place of what this device has; edits that were not sent stay.'

/** The switches of the server, the ways to hurt this tab, and the server's log. */
export function createTrouble(screen: Screen): HTMLElement {
  const said = el('p', { class: 'faint', role: 'status' }, explanation)
  function reset(): void {
    resetServer().then(
      () => setText(said, 'Its data is back at the start: press “Sync now” to pull all of it.'),
      (error: Error) => setText(said, `${describeError(error)}.`),
    )
  }
  return el(
    'div',
    { class: 'panel' },
    el('h2', {}, 'Trouble'),
    el(
      'p',
      { class: 'lead' },
      `Things that go wrong, on purpose. The switches work for ${screen.account} alone.`,
    ),
    createServerTrouble(screen),
    createTabTrouble(),
    el('h3', {}, 'What the server saw'),
    createServerLog(screen),
    el('div', { class: 'button-row' }, button('Reset the server', reset, { class: 'button' })),
    said,
  )
}

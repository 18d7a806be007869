/** Which trouble can a person make, to see what becomes of a sync? */
import { resetServer } from '../server/desk.ts'
import { button, el } from './dom.ts'
import type { Screen } from './screen.ts'
import { createServerLog } from './server-log.ts'
import { createServerTrouble } from './trouble-server.ts'
import { createTabTrouble } from './trouble-tab.ts'

/** The switches of the server, the ways to hurt this tab, and the server's log. */
export function createTrouble(screen: Screen): HTMLElement {
  return el(
    'div',
    { class: 'panel' },
    el('h2', {}, 'Trouble'),
    el(
      'p',
      { class: 'lead' },
      `Things that go wrong, on purpose. Switches count for ${screen.account}.`,
    ),
    createServerTrouble(screen),
    createTabTrouble(),
    el('h3', {}, 'What the server saw'),
    createServerLog(screen),
    el(
      'div',
      { class: 'button-row' },
      button('Reset the server', () => void resetServer(), { class: 'button' }),
    ),
    el(
      'p',
      { class: 'faint' },
      'A reset puts its data back to the start: the next sync pulls all.',
    ),
  )
}

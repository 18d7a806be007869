/** Which trouble can this tab get into? */
import { crashTab, freezeTab } from './crash.ts'
import { button, el, setText } from './dom.ts'

/** The buttons that hurt this tab, and the one that opens another. */
export function createTabTrouble(): HTMLElement {
  const say = el('p', { class: 'sync-answer', role: 'status' })

  function crash(): void {
    crashTab()
    setText(say, 'This browser survived it. Freeze the tab, or end its process by hand.')
  }

  return el(
    'section',
    {},
    el('h3', {}, 'This tab'),
    el(
      'div',
      { class: 'button-row' },
      button('Open a second tab', () => void window.open(location.href, '_blank', 'noopener'), {
        class: 'button wide',
      }),
      button('Crash this tab', crash, { class: 'button button-danger' }),
      button('Freeze this tab', freezeTab, { class: 'button button-danger' }),
    ),
    el(
      'p',
      { class: 'faint' },
      'After a crash another tab goes on at once. A frozen tab stands still until you close it, and keeps its lock, so another tab waits until its lease has run out: up to a minute, or two and a half when the tab was in the background as it froze.',
    ),
    say,
  )
}

/** The chosen key: what is to be said of it, and the buttons that do something to it. */
import { type KeyAction, keyActions } from './actions.ts'
import { recentOf } from './decisions.ts'
import { button, definitions, h, keepChildren, setAttribute, setText } from './dom.ts'
import { formatInstant } from './format.ts'
import { factsOfKey } from './key-facts.ts'
import type { KeyRow } from './key-rows.ts'
import { decisionWords, reasonWords } from './words.ts'

/** The part of the panel that shows it. */
export interface KeyDetail {
  readonly element: HTMLElement
  /** `null`: none is chosen, and nothing is shown. */
  update(row: KeyRow | null, now: number): void
}

/** Makes it; `onAction` is asked to do something to the key as it was shown last. */
export function createKeyDetail(onAction: (action: KeyAction, row: KeyRow) => void): KeyDetail {
  let shown: KeyRow | null = null
  const title = h('h3')
  const facts = h('div', { class: 'facts' })
  const latest = h('ul', { class: 'latest' })
  const lines = new Map<string, { readonly element: HTMLElement }>()
  const buttons = keyActions.map(action => ({
    action,
    element: button(
      action.label,
      () => {
        if (shown && action.isPossible(shown)) onAction(action, shown)
      },
      { 'data-action': action.name },
    ),
  }))
  const element = h(
    'section',
    { class: 'detail', 'aria-label': 'The chosen key', hidden: true },
    title,
    h('div', { class: 'actions' }, ...buttons.map(each => each.element)),
    facts,
    h('h4', {}, 'Latest triggers that started nothing'),
    latest,
  )
  return {
    element,
    update(row, now) {
      shown = row
      setAttribute(element, 'hidden', row === null)
      if (!row) return
      setText(title, row.key)
      facts.replaceChildren(definitions(factsOfKey(row, now)))
      for (const { action, element } of buttons) {
        // Not `disabled`: the focus would be lost with it, and nobody would be told.
        setAttribute(element, 'aria-disabled', action.isPossible(row) ? null : 'true')
      }
      const items = recentOf(row.record)
        .map(([nth, note]) => [String(nth), note] as const)
        .toReversed()
      keepChildren(
        latest,
        lines,
        items,
        () => ({ element: h('li') }),
        ({ element }, { source, decision, reason, at, count }) =>
          setText(
            element,
            `${formatInstant(at, now)}: ${source}${count > 1 ? ` × ${count}` : ''} ${decisionWords[decision]}${reason ? ` (${reasonWords[reason]})` : ''}`,
          ),
      )
      setAttribute(latest, 'data-empty', items.length === 0)
    },
  }
}

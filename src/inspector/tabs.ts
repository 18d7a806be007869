/** Which of several panels is shown? Tabs, with arrow keys between them. */
import { h, setAttribute } from './dom.ts'

/** Tabs in the document. */
export interface Tabs {
  readonly list: HTMLElement
  readonly panels: readonly HTMLElement[]
  /** The name of the panel that is shown. */
  chosen(): string
}

interface Tab {
  readonly name: string
  readonly label: string
  readonly element: HTMLElement
}

/** Makes them, with the first one chosen; `onShow` is told of each that is shown or hidden from then on. */
export function createTabs(
  tabs: readonly Tab[],
  onShow: (name: string, isShown: boolean) => void,
): Tabs {
  let chosen = 0
  const heads = tabs.map(({ name, label }) =>
    h(
      'button',
      { type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': `panel-${name}` },
      label,
    ),
  )
  const panels = tabs.map(({ name, element }) =>
    h('div', { role: 'tabpanel', id: `panel-${name}`, 'aria-labelledby': `tab-${name}` }, element),
  )
  const list = h('div', { role: 'tablist', 'aria-label': 'Views' }, ...heads)

  function mark(): void {
    for (const [i, head] of heads.entries()) {
      setAttribute(head, 'aria-selected', String(i === chosen))
      setAttribute(head, 'tabindex', i === chosen ? 0 : -1)
    }
    for (const [i, panel] of panels.entries()) setAttribute(panel, 'hidden', i !== chosen)
  }

  function choose(index: number): void {
    if (index === chosen) return
    const before = tabs[chosen]
    const next = tabs[index]
    if (!before || !next) return
    chosen = index
    mark()
    onShow(before.name, false)
    onShow(next.name, true)
  }

  for (const [i, head] of heads.entries()) head.addEventListener('click', () => choose(i))
  list.addEventListener('keydown', event => {
    // With these the arrows belong to the browser.
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const last = heads.length - 1
    const to: Readonly<Record<string, number>> = {
      ArrowRight: chosen === last ? 0 : chosen + 1,
      ArrowLeft: chosen === 0 ? last : chosen - 1,
      Home: 0,
      End: last,
    }
    const next = to[event.key]
    if (next === undefined) return
    event.preventDefault()
    choose(next)
    heads[next]?.focus()
  })
  mark()
  return { list, panels, chosen: () => tabs[chosen]?.name ?? '' }
}

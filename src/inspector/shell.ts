/** The inspector inside of its element: head, tabs, panels, and what is done when they change. */
import { insideOf } from '../registry/inside.ts'
import type { TaskRegistry } from '../registry/task-registry.ts'
import { askAndAct } from './actions.ts'
import { createConfirm } from './confirm.ts'
import { button, h, setAttribute, setText } from './dom.ts'
import { exportInsight } from './export.ts'
import type { Insight } from './insight.ts'
import { createKeysPanel } from './keys-panel.ts'
import { createLive } from './live.ts'
import type { Panel } from './panel.ts'
import { createRunsPanel } from './runs-panel.ts'
import { createTabs } from './tabs.ts'
import { createTimelineView } from './timeline-view.ts'
import { createTriggersPanel } from './triggers-panel.ts'
import { whileVisible } from './while-visible.ts'

/** Shows the inspector of a registry in `root`; the answer takes it away again. */
export function showInspector(root: ShadowRoot, registry: TaskRegistry): () => void {
  const { options } = insideOf(registry)
  const live = createLive(registry, plan)
  const confirm = createConfirm()
  const health = h('span', { class: 'health' })
  const told = h('p', { class: 'told', role: 'status' })
  const timeline = createTimelineView(live.now)
  const panels: readonly {
    readonly name: string
    readonly label: string
    readonly panel: Panel
  }[] = [
    {
      name: 'keys',
      label: 'Keys',
      panel: createKeysPanel(live.now, (action, row) => {
        void askAndAct(action, registry, row, confirm).then(
          answer => answer !== null && setText(told, answer),
        )
      }),
    },
    { name: 'timeline', label: 'Timeline', panel: timeline },
    { name: 'runs', label: 'History', panel: createRunsPanel() },
    { name: 'triggers', label: 'Triggers', panel: createTriggersPanel() },
  ]
  const tabs = createTabs(
    panels.map(({ name, label, panel }) => ({ name, label, element: panel.element })),
    (name, isShown) => {
      const found = panels.find(each => each.name === name)
      found?.panel.show(isShown && visible.isVisible())
      if (isShown) found?.panel.update(live.insight(), live.now())
    },
  )
  const element = h(
    'section',
    { class: 'inspector', 'aria-label': `Leasehold inspector: ${options.name}` },
    h(
      'header',
      {},
      h('h2', {}, 'leasehold ', h('span', {}, options.name)),
      health,
      h('span', { class: 'room' }),
      button('Copy JSON', () => void copy()),
      button('Download JSON', download),
    ),
    tabs.list,
    ...tabs.panels,
    told,
    confirm.element,
  )
  let frame = 0
  let offered: string | null = null
  root.append(element)
  const visible = whileVisible(element, isVisible => {
    if (isVisible) live.start()
    else live.stop()
    // A modal dialog that is not displayed would lock the whole page, and nobody would see why.
    if (element.getClientRects().length === 0) confirm.close()
    for (const { name, panel } of panels) panel.show(isVisible && name === tabs.chosen())
    if (isVisible) plan()
  })

  /** However much changes, it is drawn once a frame. */
  function plan(): void {
    frame ||= requestAnimationFrame(() => {
      frame = 0
      draw(live.insight())
    })
  }

  function draw(insight: Insight): void {
    const now = live.now()
    setText(health, healthText(insight))
    setAttribute(
      health,
      'data-state',
      insight.phase === 'failed' || insight.phase === 'closed'
        ? 'unavailable'
        : insight.health.state,
    )
    panels.find(({ name }) => name === tabs.chosen())?.panel.update(insight, now)
  }

  function exported(): string {
    return JSON.stringify(exportInsight(live.insight(), live.now(), options.redact), null, 2)
  }

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(exported())
      setText(told, 'Copied.')
    } catch (error) {
      setText(told, `It could not be copied: ${String(error)}`)
    }
  }

  function download(): void {
    withdraw()
    offered = URL.createObjectURL(new Blob([exported()], { type: 'application/json' }))
    h('a', { href: offered, download: `leasehold-${options.name}.json` }).click()
    setText(told, 'Downloaded.')
  }

  /** Not with the click: Firefox fetches it later, https://bugzilla.mozilla.org/show_bug.cgi?id=1282407. */
  function withdraw(): void {
    if (offered !== null) URL.revokeObjectURL(offered)
    offered = null
  }

  return () => {
    visible.stop()
    live.stop()
    for (const { panel } of panels) panel.show(false)
    cancelAnimationFrame(frame)
    confirm.close()
    withdraw()
    element.remove()
  }
}

function healthText({ phase, failure, health, records, rows }: Insight): string {
  if (phase === 'closed') return 'the registry was closed'
  if (phase === 'failed') return `store: ${failure ?? 'it does not answer'}`
  if (phase === 'loading') return 'store: being read'
  const kept = `${counted(records.size, 'key')}, ${counted(rows.length, 'run')}`
  switch (health.state) {
    case 'ok':
      return `store: ok${health.volatile ? ', in memory only' : ''}; ${kept}`
    case 'waiting':
      return `store: busy with something else; ${kept}`
    case 'unavailable':
      return `store: ${health.message}`
  }
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

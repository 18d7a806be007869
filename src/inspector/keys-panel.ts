/** The panel of keys: the table, and the chosen one. */
import type { KeyAction } from './actions.ts'
import { h, setAttribute, setText } from './dom.ts'
import { createGrid, type Grid } from './grid.ts'
import type { Insight } from './insight.ts'
import { fillKey } from './key-cell.ts'
import { createKeyDetail } from './key-detail.ts'
import { deriveKeyRows, type KeyRow } from './key-rows.ts'
import { fillLease } from './lease-cell.ts'
import type { Panel } from './panel.ts'

/** Makes it; `onAction` is asked to do something to a key, `nowOf` is the time when a lease ends unrenewed. */
export function createKeysPanel(
  nowOf: () => number,
  onAction: (action: KeyAction, row: KeyRow) => void,
): Panel {
  let chosen: string | null = null
  let rows: readonly KeyRow[] = []
  let seen: { readonly insight: Insight; readonly now: number } | null = null
  const filter = h('input', {
    type: 'search',
    placeholder: 'Filter keys',
    'aria-label': 'Filter keys',
  })
  filter.addEventListener('input', () => seen && update(seen.insight, seen.now))
  const grid: Grid<KeyRow> = createGrid<KeyRow>({
    name: 'keys',
    label: 'Keys',
    empty: 'No key yet. One appears here with its first trigger.',
    idOf: row => row.key,
    onChoose: choose,
    columns: [
      {
        name: 'key',
        label: 'Key',
        fill: (cell, { key }) => fillKey(cell, key),
      },
      { name: 'status', label: 'Status', fill: fillStatus },
      {
        name: 'stage',
        label: 'Stage',
        fill: (cell, row) => setText(cell, stageText(row)),
      },
      {
        name: 'owner',
        label: 'Owner',
        fill(cell, { owner }) {
          setAttribute(cell, 'data-here', owner?.isHere ?? false)
          setText(cell, owner?.name ?? '–')
        },
      },
      {
        name: 'lease',
        label: 'Lease',
        fill: (cell, row) => fillLease(cell, row.lease, seen?.now ?? 0, onOver),
      },
      {
        name: 'fence',
        label: 'Fence',
        fill: (cell, { fence }) => setText(cell, fence === 0 ? '–' : String(fence)),
      },
    ],
  })
  const detail = createKeyDetail(onAction)

  function choose(row: KeyRow): void {
    chosen = row.key
    grid.choose(chosen)
    showDetail()
  }

  /** Nobody tells that an owner does not renew its lease: the status says so from here on. */
  function onOver(): void {
    if (seen) update(seen.insight, nowOf())
  }

  function showDetail(): void {
    if (seen) detail.update(rows.find(({ key }) => key === chosen) ?? null, seen.now)
  }

  function update(insight: Insight, now: number): void {
    seen = { insight, now }
    rows = deriveKeyRows(insight, now, filter.value)
    grid.update(rows)
    showDetail()
  }

  return {
    element: h(
      'div',
      { class: 'panel' },
      h('div', { class: 'tools' }, filter),
      grid.element,
      detail.element,
    ),
    update,
    show: isShown => (isShown ? grid.mount() : grid.unmount()),
  }
}

function fillStatus(cell: HTMLElement, { view, paused }: KeyRow): void {
  const { status, running, reason } = view
  const isSilent = running !== null && !running.responding
  const said = running?.cancelling ? 'cancelling' : isSilent ? 'not responding' : status
  const chip = cell.firstElementChild ?? cell.appendChild(h('span', { class: 'chip' }))
  setAttribute(chip, 'data-status', isSilent ? 'silent' : status)
  setText(chip, said)
  cell.title = [reason, paused && status !== 'paused' ? 'paused' : null].filter(Boolean).join(', ')
}

function stageText({ stage, view }: KeyRow): string {
  const { done = null, total = null } = view.running?.progress ?? {}
  const progress = done === null ? '' : total === null ? ` ${done}` : ` ${done}/${total}`
  return stage === null ? '–' : `${stage}${progress}`
}

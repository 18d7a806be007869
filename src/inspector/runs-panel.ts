/** The panel of finished runs: filter, table, and all that is stored of the chosen one. */
import type { HistoryRow } from '../model/history-row.ts'
import { parseKey } from '../model/key.ts'
import { type AgentName, nameAgents } from './agent-names.ts'
import { definitions, h, setAttribute, setText } from './dom.ts'
import { filterRuns } from './filter.ts'
import { formatDuration, formatInstant } from './format.ts'
import { createGrid, type Grid } from './grid.ts'
import type { Insight } from './insight.ts'
import { fillKey } from './key-cell.ts'
import type { Panel } from './panel.ts'
import { factsOfRun, notesOf } from './run-facts.ts'
import { createRunChoice } from './run-filter.ts'

/** Makes it. */
export function createRunsPanel(): Panel {
  let chosen: HistoryRow | null = null
  let seen: { readonly insight: Insight; readonly now: number } | null = null
  let nameOf: (agent: string) => AgentName = agent => ({ name: agent, isHere: false })
  const choice = createRunChoice(() => seen && update(seen.insight, seen.now))
  const count = h('span', { class: 'count' })
  const grid: Grid<HistoryRow> = createGrid<HistoryRow>({
    name: 'runs',
    label: 'Finished runs',
    empty: 'No finished run.',
    idOf: ({ key, seq }) => `${key} ${seq}`,
    onChoose(row) {
      chosen = row
      grid.choose(`${row.key} ${row.seq}`)
      showDetail()
    },
    columns: [
      {
        name: 'at',
        label: 'Ended',
        fill: (cell, row) => setText(cell, formatInstant(row.endedAt, seen?.now ?? 0)),
      },
      {
        name: 'key',
        label: 'Key',
        fill: (cell, { key }) => fillKey(cell, key),
      },
      {
        name: 'status',
        label: 'Outcome',
        fill(cell, row) {
          cell.replaceChildren(h('span', { class: 'chip', 'data-status': row.status }, row.status))
        },
      },
      { name: 'source', label: 'Source', fill: (cell, row) => setText(cell, row.source) },
      {
        name: 'took',
        label: 'Took',
        fill: (cell, row) => setText(cell, formatDuration(row.endedAt - row.startedAt)),
      },
      { name: 'agent', label: 'Agent', fill: (cell, row) => setText(cell, nameOf(row.agent).name) },
      { name: 'notes', label: 'Notes', fill: (cell, row) => setText(cell, notesOf(row)) },
    ],
  })
  const title = h('h3')
  const facts = h('div', { class: 'facts' })
  const detail = h(
    'section',
    { class: 'detail', 'aria-label': 'The chosen run', hidden: true },
    title,
    facts,
  )

  function showDetail(): void {
    setAttribute(detail, 'hidden', chosen === null)
    if (!chosen || !seen) return
    setText(title, `${chosen.key}, run ${chosen.seq}`)
    facts.replaceChildren(definitions(factsOfRun(chosen, seen.now, nameOf)))
  }

  function update(insight: Insight, now: number): void {
    const isOther = insight.rows !== seen?.insight.rows
    seen = { insight, now }
    nameOf = nameAgents(insight)
    if (isOther) choice.offer(insight.rows, scopeOf, nameOf)
    const found = filterRuns(insight.rows, scopeOf, choice.wanted())
    grid.update(found)
    const all = insight.rows.length
    const runs = found.length === all ? `${all} runs` : `${found.length} of ${all} runs`
    setText(count, insight.isCut ? `${runs}; the store has older ones` : runs)
    showDetail()
  }

  return {
    element: h(
      'div',
      { class: 'panel' },
      h('div', { class: 'tools' }, ...choice.elements, count),
      grid.element,
      detail,
    ),
    update,
    show: isShown => (isShown ? grid.mount() : grid.unmount()),
  }
}

function scopeOf({ key }: HistoryRow): string {
  return parseKey(key)?.scope ?? key
}

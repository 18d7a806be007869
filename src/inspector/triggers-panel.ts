/** The panel of triggers: each recent one, with what became of it and why. */
import { type AgentName, nameAgents } from './agent-names.ts'
import { type DecisionRow, deriveDecisions } from './decisions.ts'
import { h, setText } from './dom.ts'
import { formatInstant } from './format.ts'
import { createGrid, type Grid } from './grid.ts'
import { fillKey } from './key-cell.ts'
import type { Panel } from './panel.ts'
import { decisionWords, reasonWords } from './words.ts'

/** Makes it. */
export function createTriggersPanel(): Panel {
  let seenAt = 0
  let nameOf: (agent: string) => AgentName = agent => ({ name: agent, isHere: false })
  const grid: Grid<DecisionRow> = createGrid<DecisionRow>({
    name: 'triggers',
    label: 'Recent triggers',
    empty: 'No trigger yet.',
    idOf: ({ id }) => id,
    onChoose: ({ id }) => grid.choose(id),
    columns: [
      { name: 'at', label: 'At', fill: (cell, { at }) => setText(cell, formatInstant(at, seenAt)) },
      {
        name: 'source',
        label: 'Source',
        fill: (cell, { source, count, byUser }) =>
          setText(
            cell,
            `${source}${count > 1 ? ` × ${count}` : ''}${byUser ? ' (by a person)' : ''}`,
          ),
      },
      { name: 'key', label: 'Key', fill: (cell, { key }) => fillKey(cell, key) },
      {
        name: 'decision',
        label: 'Decision',
        fill(cell, { decision }) {
          cell.replaceChildren(h('span', { class: 'chip', 'data-status': decision }, decision))
        },
      },
      {
        name: 'reason',
        label: 'Reason',
        fill: (cell, { decision, reason }) =>
          setText(
            cell,
            reason === null ? decisionWords[decision] : `${reason}: ${reasonWords[reason]}`,
          ),
      },
      {
        name: 'agent',
        label: 'Agent',
        fill: (cell, { agent }) => setText(cell, nameOf(agent).name),
      },
    ],
  })
  return {
    element: h('div', { class: 'panel' }, grid.element),
    update(insight, now) {
      seenAt = now
      nameOf = nameAgents(insight)
      grid.update(deriveDecisions(insight))
    },
    show: isShown => (isShown ? grid.mount() : grid.unmount()),
  }
}

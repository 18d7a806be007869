/** What somebody chose to see of the finished runs. */
import type { HistoryRow } from '../model/history-row.ts'
import type { AgentName } from './agent-names.ts'
import { createChoice } from './choice.ts'
import { choicesOf, type RunFilter } from './filter.ts'

/** The lists to choose from. */
export interface RunChoice {
  readonly elements: readonly HTMLElement[]
  offer(
    rows: readonly HistoryRow[],
    scopeOf: (row: HistoryRow) => string,
    nameOf: (agent: string) => AgentName,
  ): void
  wanted(): RunFilter
}

const outcomes = ['succeeded', 'failed', 'cancelled', 'signed-out'] as const

/** Makes them; `onChange` is called when somebody chose. */
export function createRunChoice(onChange: () => void): RunChoice {
  const scope = createChoice('Scope', 'all scopes')
  const outcome = createChoice('Outcome', 'all outcomes')
  const source = createChoice('Source', 'all sources')
  const agent = createChoice('Agent', 'all agents')
  const elements = [scope, outcome, source, agent].map(({ element }) => element)
  for (const element of elements) element.addEventListener('change', onChange)
  outcome.offer(outcomes.map(each => [each, each]))
  return {
    elements,
    offer(rows, scopeOf, nameOf) {
      const choices = choicesOf(rows, scopeOf)
      scope.offer(choices.scopes.map(each => [each, each]))
      source.offer(choices.sources.map(each => [each, each]))
      agent.offer(choices.agents.map(each => [each, nameOf(each).name]))
    },
    wanted: () => ({
      ...(scope.value() === '' ? {} : { scope: scope.value() }),
      ...(source.value() === '' ? {} : { source: source.value() }),
      ...(agent.value() === '' ? {} : { agent: agent.value() }),
      ...pick(outcomes, outcome.value()),
    }),
  }
}

function pick(
  known: typeof outcomes,
  value: string,
): { readonly outcome?: (typeof outcomes)[number] } {
  const found = known.find(each => each === value)
  return found ? { outcome: found } : {}
}

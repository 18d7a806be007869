/** What are the agents called that records and rows name by their ids? */
import type { Insight } from './insight.ts'

/** An agent as people read of it. */
export interface AgentName {
  /**
   * `this tab`, or the label and the end of the id: pages of an app often have one title. `unnamed` in place
   * of a label: it neither ended a run that is known, nor was seen to hold a lease.
   */
  readonly name: string
  readonly isHere: boolean
}

/** Characters of an id that tell agents apart. */
const idLength = 4

/** Names all agents that the insight speaks of, and every other one by its id. */
export function nameAgents({
  agent: here,
  records,
  labels,
}: Pick<Insight, 'agent' | 'records' | 'labels'>): (agent: string) => AgentName {
  const holders = new Map<string, string>()
  for (const { lease } of records.values()) {
    if (lease) holders.set(lease.agent, lease.agentLabel)
  }
  return agent => {
    if (agent === here) return { name: 'this tab', isHere: true }
    const label = holders.get(agent) ?? labels.get(agent) ?? 'unnamed'
    return { name: `${label} · ${agent.slice(-idLength)}`, isHere: false }
  }
}

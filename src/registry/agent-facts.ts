/** What this agent is and how it is: the facts that rules are told. */
import type { AgentFacts } from '../model/facts.ts'
import { foundIn } from '../model/option-kinds.ts'
import { refuseTask } from '../run/task-checks.ts'
import type { TaskDefinition } from '../run/task.ts'
import type { ResolvedOptions } from './options.ts'

/** A hidden agent's timers may fire once a minute: its leases last at least so long, ms. */
const hiddenTtlMs = 150_000

/** Tells the facts of an agent. */
export interface AgentSelf {
  readonly agent: string
  /** How long a lease is written for now, ms: longer while this agent is hidden. */
  ttlMs(): number
  /** Whether the task's gate is open; one that throws counts as closed. */
  gate(definition: TaskDefinition): true | string
  /** The facts of this moment, with new ids. */
  facts(
    definition: TaskDefinition,
    presence: string | null,
    mayStart: AgentFacts['mayStart'],
    settling: boolean,
  ): AgentFacts
}

/** Draws the identity of an agent. */
export function createAgentSelf(options: ResolvedOptions): AgentSelf {
  const { random, environment, onError } = options
  const agent = random.id()
  const failing = new Set<TaskDefinition>()
  const asking = new Set<TaskDefinition>()
  const said = new Map<TaskDefinition, true | string>()

  function ttlMs(): number {
    return environment.isVisible() ? options.ttlMs : Math.max(options.ttlMs, hiddenTtlMs)
  }

  function gate(definition: TaskDefinition): true | string {
    // A gate that looks at the view of its own task is asked for it by that view.
    if (asking.has(definition)) return said.get(definition) ?? true
    asking.add(definition)
    const answer = askGate(definition)
    asking.delete(definition)
    said.set(definition, answer)
    return answer
  }

  function askGate(definition: TaskDefinition): true | string {
    try {
      const answer: unknown = definition.when?.() ?? true
      // A promise would keep the gate closed for ever, and say nothing.
      if (typeof answer !== 'boolean' && typeof answer !== 'string')
        refuseTask(
          definition.policy.scope,
          `'when' must be true or a text, found ${foundIn(answer)}`,
        )
      failing.delete(definition)
      return answer || 'the gate of the task is closed'
    } catch (error) {
      // Gates are asked at each look: a broken one is reported once, until it has answered again.
      if (!failing.has(definition)) onError(error, `task '${definition.policy.scope}', when()`)
      failing.add(definition)
      return 'the gate of the task failed'
    }
  }

  return {
    agent,
    ttlMs,
    gate,
    facts: (definition, presence, mayStart, settling) => ({
      agent,
      agentKind: environment.kind,
      agentLabel: environment.label(),
      owner: random.id(),
      runId: random.id(),
      presence,
      mayStart,
      ttlMs: ttlMs(),
      online: environment.isOnline(),
      settling,
      gate: gate(definition),
      random: random.number(),
      redact: options.redact,
    }),
  }
}

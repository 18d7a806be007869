/** Calls of an agent's registry, as steps of the world; what they come to may come later. */
import type { SimAgent } from './sim-agent.ts'
import type { SimBackground } from './sim-background.ts'
import type { Witness } from './witness.ts'
import type { SimTrigger } from './rules-trigger.ts'
import type { WorldSteps } from './world-steps.ts'
import type { Asked, World } from './world-types.ts'

/** Makes them; `backgroundOf`: how an agent and its browser know each other. */
export function createWorldCalls(
  steps: WorldSteps,
  witness: Witness,
  backgroundOf: (agent: string) => SimBackground | null,
): Pick<World, 'trigger' | 'act' | 'watch' | 'wake'> {
  return {
    async trigger(agent, target, options = {}) {
      steps.note(`${agent.name} triggers ${target} (${options.source ?? 'manual'})`)
      const trigger: SimTrigger = {
        ordinal: witness.triggers.length + 1,
        agent: agent.name,
        key: target,
        options,
        askedAt: steps.steps(),
        answer: null,
        outcome: null,
        error: null,
      }
      witness.triggered(trigger)
      agent.registry.trigger(addressOf(agent, target), options).then(
        answer => {
          trigger.key = answer.view.key || target
          trigger.answer = answer
          witness.answered(trigger)
          void answer.done.then(outcome => {
            trigger.outcome = outcome
            witness.settled(trigger)
          })
        },
        (error: unknown) => {
          trigger.error = error
        },
      )
      await steps.settleStep()
      return trigger
    },
    watch(agent, target) {
      agent.registry.watch(target).subscribe({
        next(view) {
          if (agent.state() !== 'dead') witness.shown(agent.name, view)
        },
        complete: () => witness.hidden(agent.name, target),
      })
    },
    async wake({ name }, label, event) {
      steps.note(`${name} is woken: ${label}`)
      const ended = witness.woken(name, event.budgetMs)
      const served = backgroundOf(name)?.wake(event)
      if (!served) throw new TypeError(`nobody serves events in ${name}`)
      void served.then(ended, () => ended(null))
      await steps.settleStep()
    },
    async act(agent, label, work) {
      steps.note(`${agent.name} asks: ${label}`)
      witness.asked(agent.name)
      type Result = Awaited<ReturnType<typeof work>>
      const asked: Asked<Result> = { value: undefined, error: undefined }
      void callAsync(() => work(agent.registry)).then(
        value => {
          asked.value = value as Result
        },
        (error: unknown) => {
          asked.error = error
        },
      )
      await steps.settleStep()
      return asked
    },
  }
}

/** By scope the task itself is meant, so that its user is the one of that agent. */
function addressOf(agent: SimAgent, target: string): string {
  return (agent.tasks.find(task => task.scope === target) ?? target) as string
}

/** What `work` throws at once is rejected, too. */
async function callAsync<Result>(work: () => Promise<Result> | Result): Promise<Result> {
  return work()
}

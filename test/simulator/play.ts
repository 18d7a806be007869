/** Plays a planned history in a world, heals the world, and looks at what is left. */
import { act } from './act.ts'
import type { Plan, Planned } from './actions.ts'
import { heal } from './heal.ts'
import { checkBrought, checkQuiet } from './quiet.ts'
import { createStage, enter, type Stage } from './stage.ts'

/** What was seen in a history that broke nothing. */
export interface Played {
  readonly counts: ReadonlyMap<string, number>
  readonly steps: number
}

/** Plays it; throws a `SimViolation` when a promise breaks. `onReserve`: one more was done than planned. */
export async function play(plan: Plan, onReserve: () => void = () => undefined): Promise<Played> {
  const stage = createStage(plan)
  const { world } = stage
  for (const name of plan.agents) await enter(stage, name)
  if (world.random.chance(0.5)) await world.settle()
  for (const planned of plan.actions) await happen(stage, planned)
  for (const planned of plan.reserve) {
    if (world.steps() >= plan.atLeast) break
    onReserve()
    await happen(stage, planned)
  }
  const steps = world.steps()
  await heal(stage)
  await checkQuiet(stage)
  return { counts: new Map([...world.witness.counts, ...stage.did]), steps }
}

async function happen(stage: Stage, { after, action }: Planned): Promise<void> {
  const { world } = stage
  for (let count = 0; count < after; count++) {
    if (world.random.chance(0.3)) world.clock.advance(1)
    await world.step()
  }
  stage.done.push(action)
  await act(stage, action)
  checkBrought(stage)
}

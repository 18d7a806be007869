/** Makes a history that breaks a promise as short as it can be. */
import { SimViolation } from 'leasehold/testing'
import type { Plan } from './actions.ts'
import { play, type Played } from './play.ts'

/** Plays it; a failure is shrunk first and told with its actions. */
export async function playOrShrink(plan: Plan): Promise<Played> {
  let reserve = 0
  try {
    return await play(plan, () => reserve++)
  } catch (error) {
    // Whatever was done beyond the plan is a part of it from here on, and may be left out again.
    const actions = [...plan.actions, ...plan.reserve.slice(0, reserve)]
    const whole = { ...plan, actions, reserve: [], atLeast: 0 }
    const small = await shrink(whole, promisesOf(error))
    const violation = await violationOf(small)
    throw new Error(`${describe(small)}\n${violation?.message ?? String(error)}`, { cause: error })
  }
}

async function violationOf(plan: Plan): Promise<Error | null> {
  try {
    await play(plan)
    return null
  } catch (error) {
    return error as Error
  }
}

/** Leaves out actions, in ever smaller parts, as long as one of the same promises still breaks. */
async function shrink(plan: Plan, promises: readonly string[]): Promise<Plan> {
  let { actions } = plan
  for (let size = Math.ceil(actions.length / 2); size >= 1; ) {
    let removed = false
    for (let at = 0; at < actions.length; ) {
      const fewer = actions.filter((_, index) => index < at || index >= at + size)
      const error = await violationOf({ ...plan, actions: fewer })
      if (promisesOf(error).some(promise => promises.includes(promise))) {
        actions = fewer
        removed = true
      } else at += size
    }
    if (!removed || size > 1) size = size === 1 ? 0 : Math.ceil(size / 2)
  }
  return { ...plan, actions }
}

/** What is broken, without where. */
function promisesOf(error: unknown): readonly string[] {
  return error instanceof SimViolation ? error.broken.map(each => each.replace(/ \(.*/s, '')) : []
}

function describe({ actions, ...plan }: Plan): string {
  const lines = actions.map(
    ({ after, action }) => `  after ${after} events: ${JSON.stringify(action)}`,
  )
  return [`history ${JSON.stringify(plan)}, shrunk to ${actions.length} actions:`, ...lines].join(
    '\n',
  )
}

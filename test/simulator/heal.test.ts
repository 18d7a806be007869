/** What the end of a random history demands, and what it does not. */
import { expect, test } from 'vitest'
import type { Action, Plan } from './actions.ts'
import { act } from './act.ts'
import { heal } from './heal.ts'
import { createStage, enter, type Stage } from './stage.ts'
import { eachSeed } from './support.ts'

const failing: Action = {
  kind: 'store',
  agent: 1,
  owner: false,
  trouble: 'rejects',
  times: 1_000,
  forMs: 30_000,
}
const news: Action = {
  kind: 'trigger',
  agent: 1,
  target: 'u1|course_sync',
  edit: true,
  options: { source: 'push', brings: 'news' },
}

/** Two tabs without a channel; the second was stopped before its store took what it was asked for. */
async function leftByOneThatStopped(seed: number): Promise<Stage> {
  const plan: Plan = {
    seed,
    armed: false,
    second: null,
    channel: false,
    locks: true,
    monotonic: 'goes-on',
    versions: false,
    watched: false,
    accounts: 'one',
    debounced: false,
    crowded: false,
    worker: null,
    agents: ['a', 'b'],
    endsWithSync: true,
    actions: [],
    reserve: [],
    atLeast: 0,
  }
  const stage = createStage(plan)
  for (const name of plan.agents) await enter(stage, name)
  await stage.world.settle()
  for (const action of [failing, news, { kind: 'stop', agent: 1 } as const]) {
    stage.done.push(action)
    await act(stage, action)
    await stage.world.settle()
  }
  return stage
}

test('what an agent that was stopped stores late is done by whoever looks', async () => {
  await eachSeed(async seed => {
    const stage = await leftByOneThatStopped(seed)
    await heal(stage)
    const [row] = stage.world.history('u1|course_sync')
    expect(row).toMatchObject({ status: 'succeeded' })
    expect(row?.triggers[0]).toMatchObject({ source: 'push' })
  })
})

test('what nobody looks for breaks a promise, also when nothing happens any more', async () => {
  const stage = await leftByOneThatStopped(1)
  const world = { ...stage.world, signal: () => undefined }
  await expect(heal({ ...stage, world })).rejects.toThrow('nothing stays under way')
})

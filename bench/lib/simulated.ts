/** How many transactions and messages do agents make of so many triggers a second? In virtual time. */
import {
  defineTask,
  type StoreFactory,
  type TaskRegistry,
  type TriggerAnswer,
} from '../../src/index.ts'
import { createMemory, memoryStore } from '../../src/store/memory.ts'
import { createLocalChannels } from '../../src/testing/local-channel.ts'
import { createTestRegistry } from '../../src/testing/test-registry.ts'

/** What is simulated. */
export interface Crowd {
  readonly agents: number
  /** Triggers of each agent, for the one key. */
  readonly perSecond: number
}

/** What it came to, a second. */
export interface Traffic {
  readonly writes: number
  /** Messages that arrive, in all agents together. */
  readonly heard: number
}

const seconds = 10

/** One agent runs, and commits once a second; all of them trigger all the time. */
export async function simulate({ agents, perSecond }: Crowd): Promise<Traffic> {
  const counted = { writes: 0, heard: 0 }
  const memory = createMemory()
  const channels = createLocalChannels((_from, _to, _message, receive) => {
    counted.heard += 1
    queueMicrotask(receive)
  })
  const store: StoreFactory = context => {
    const made = memoryStore(memory)(context)
    return {
      ...made,
      transact(address, decide, options) {
        counted.writes += 1
        return made.transact(address, decide, options)
      },
    }
  }
  const task = defineTask({
    scope: 'work',
    minIntervalMs: 0,
    async run(run) {
      for (;;) {
        await new Promise<void>(resolve => void first.clock.setTimer(1_000, resolve))
        run.signal.throwIfAborted()
        await run.commit(null)
      }
    },
  })
  const common = { tasks: [task], store }
  const first = createTestRegistry({ ...common, channel: channels.factoryFor('0') })
  const registries: TaskRegistry[] = [first.registry]
  for (let n = 1; n < agents; n += 1)
    registries.push(first.another({ channel: channels.factoryFor(String(n)) }).registry)
  for (const registry of registries) await registry.signIn('u1')
  await first.registry.trigger(task)
  await first.advance(1_000)
  const before = { ...counted }
  const answers: Promise<TriggerAnswer<unknown>>[] = []
  for (let n = 0; n < seconds * perSecond; n += 1) {
    // Not awaited: an answer may need the time that passes next.
    for (const registry of registries) answers.push(registry.trigger(task))
    await first.advance(1_000 / perSecond)
  }
  const after = { ...counted }
  await first.advance(1_000)
  for (const { decision } of await Promise.all(answers))
    if (decision !== 'joined') throw new Error(`expected a join, found ${decision}`)
  return {
    writes: (after.writes - before.writes) / seconds,
    heard: (after.heard - before.heard) / seconds,
  }
}

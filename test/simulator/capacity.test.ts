/** An agent that may run only so many keys at once, and tasks whose triggers wait for further ones. */
import { type AnyTask, defineTask } from 'leasehold'
import { expect, test } from 'vitest'
import { createGate, eachSeed, runsOf, setScene } from './support.ts'

const scopes = ['one', 'two', 'three', 'four'] as const
const automatic = { source: 'widget', brings: 'nothing' } as const

/** Tasks of one step each, which says that it runs and waits until it may end. */
function setStage(seed: number, maxConcurrent: number) {
  const running: string[] = []
  const order: string[] = []
  const gates = new Map(scopes.map(scope => [scope, createGate()]))
  let most = 0
  const tasks = (agent: string): readonly AnyTask[] =>
    scopes.map(scope =>
      defineTask({
        scope,
        async run() {
          order.push(`${scope} in ${agent}`)
          running.push(agent)
          most = Math.max(most, running.filter(name => name === agent).length)
          await gates.get(scope)?.opened
          running.splice(running.indexOf(agent), 1)
        },
      }),
    )
  const scene = setScene({ seed, tasks: app => tasks(app.agent), registry: { maxConcurrent } })
  return {
    ...scene,
    order,
    most: () => most,
    end: (scope: (typeof scopes)[number]) => gates.get(scope)?.open(),
  }
}

test('T8 no agent runs more keys than it may, though they are triggered in one instant; all run in the end', async () => {
  await eachSeed(async seed => {
    const { world, open, order, most, end } = setStage(seed, 2)
    const a = await open('a')
    const presses = await Promise.all(scopes.map(scope => world.trigger(a, `u1|${scope}`)))
    await world.settle()
    expect(most(), world.trace()).toBe(2)
    const reasons = presses.map(({ answer }) => answer?.reason)
    expect(reasons.filter(reason => reason === 'capacity')).toHaveLength(2)
    for (const scope of scopes) end(scope)
    await world.until('all have run', () =>
      scopes.every(scope => runsOf(world, `u1|${scope}`).length === 1),
    )
    expect(most()).toBe(2)
    expect(order).toHaveLength(4)
  })
})

test('T8 a key that finds no room here runs at once in another agent', async () => {
  await eachSeed(async seed => {
    const { world, open, order, end } = setStage(seed, 1)
    const a = await open('a')
    await open('b')
    await world.trigger(a, 'u1|one')
    await world.until('it runs', () => order.length === 1)
    await world.trigger(a, 'u1|two')
    await world.until('both run', () => order.length === 2)
    expect(order, world.trace()).toEqual(['one in a', 'two in b'])
    for (const scope of scopes) end(scope)
  })
})

test('T8 the press is first in line, and what waits costs no transaction', async () => {
  await eachSeed(async seed => {
    const { world, open, order, end } = setStage(seed, 1)
    const a = await open('a')
    await world.trigger(a, 'u1|one')
    await world.until('it runs', () => order.length === 1)
    await world.trigger(a, 'u1|two', automatic)
    await world.settle()
    await world.trigger(a, 'u1|three')
    await world.settle()
    const operations = a.operations()
    await world.pass(10_000)
    expect(a.operations() - operations, world.trace()).toBe(0)
    end('one')
    end('three')
    await world.until('the press runs', () => order.length === 3)
    expect(order).toEqual(['one in a', 'three in a', 'two in a'])
    end('two')
  })
})

test('T5 twenty edits in a row make one run of a debounced task, in whichever tab; a press makes one at once', async () => {
  await eachSeed(async seed => {
    const { world, open } = setScene({
      seed,
      tasks: () => [
        defineTask({ scope: 'saved', debounceMs: 2_000, minIntervalMs: 0, run: () => undefined }),
      ],
    })
    const key = 'u1|saved'
    const a = await open('a')
    const b = await open('b')
    for (let edit = 0; edit < 20; edit++) {
      const edited = await world.trigger(edit % 2 ? a : b, key, { source: 'change' })
      await world.pass(500)
      expect(edited.answer, world.trace()).toMatchObject({
        decision: 'deferred',
        reason: 'debounce',
      })
    }
    expect(runsOf(world, key)).toEqual([])
    world.kill(b)
    await world.until('it ran', () => runsOf(world, key).length === 1)
    await world.trigger(a, key, { source: 'change' })
    await world.trigger(a, key)
    await world.until('the press ran', () => runsOf(world, key).length === 2)
    await world.pass(10_000)
    expect(runsOf(world, key)).toHaveLength(2)
  })
})

import { defineTask } from 'leasehold'
import {
  type AgentApp,
  createWorld,
  type SimAgent,
  type World,
  type WorldOptions,
} from 'leasehold/testing'
import { expect, test } from 'vitest'

const key = 'u1|sync'

/** A world whose only task waits for `waitMs` of its agent's clock, and writes nothing. */
function build(options: Partial<WorldOptions> = {}, waitMs = 0): World {
  const run =
    ({ clock }: AgentApp) =>
    (): Promise<void> =>
      new Promise(resolve => {
        clock.setTimer(waitMs, resolve)
      })
  return createWorld({
    seed: 1,
    tasks: app => [defineTask({ scope: 'sync', run: run(app) })],
    ...options,
  })
}

async function open(world: World, name: string): Promise<SimAgent> {
  const agent = await world.spawn(name)
  await world.act(agent, 'sign in', registry => registry.signIn('u1'))
  await world.settle()
  return agent
}

test.each([
  ['stands-still', 0],
  ['goes-on', 3_600_000],
] as const)(
  'in sleep the wall clock goes on and the monotonic one %s',
  async (monotonic, monoMs) => {
    const world = build({ monotonic })
    const [wall, mono] = [world.clock.now(), world.clock.monotonic()]
    world.sleep(3_600_000)
    expect([world.clock.now() - wall, world.clock.monotonic() - mono]).toEqual([3_600_000, monoMs])
  },
)

test('the device sleeps: no timer fires meanwhile', async () => {
  const world = build({}, 20_000)
  const a = await open(world, 'a')
  const trigger = await world.trigger(a, key)
  await world.until('it runs', () => world.witness.calls.length === 1)
  world.sleep(5 * 60_000)
  await world.pass(15_000)
  expect(world.witness.calls[0]?.returned).toBe(false)
  await world.pass(15_000)
  expect(trigger.outcome?.status).toBe('succeeded')
})

test('timers of a throttled agent fire once a minute, until it is visible', async () => {
  const world = build()
  const a = await open(world, 'a')
  await world.pass(60_000 - (world.clock.monotonic() % 60_000) + 1_000)
  world.throttle(a)
  const fired: number[] = []
  const started = world.clock.monotonic()
  const fire = (): void => void fired.push(world.clock.monotonic() - started)
  a.app.clock.setTimer(1_000, fire)
  await world.pass(2_000)
  expect(fired).toEqual([])
  await world.pass(60_000)
  expect(fired).toEqual([59_000])
  world.setVisible(a, true)
  a.app.clock.setTimer(1_000, fire)
  await world.pass(1_000)
  expect(fired).toEqual([59_000, 63_000])
})

test('a cached page keeps its locks, and a new request for one of them evicts it', async () => {
  const world = build()
  const a = await open(world, 'a')
  const granted: string[] = []
  const ask = (agent: SimAgent, who: string): void => {
    const presence = agent.app.locks
    void presence.request('of the app', { mode: 'exclusive' }).then(lock => {
      if (lock) granted.push(who)
    })
  }
  const b = await open(world, 'b')
  ask(a, 'a')
  await world.settle()
  ask(b, 'b')
  await world.cache(a)
  await world.pass(5_000)
  expect([granted, a.state()]).toEqual([['a'], 'cached'])
  ask(b, 'b again')
  await world.settle()
  expect([granted, a.state()]).toEqual([['a', 'b'], 'dead'])
})

test('a cached page is granted nothing before it is shown again, and keeps nobody waiting', async () => {
  const world = build()
  const granted: string[] = []
  const [a, b, c] = [await open(world, 'a'), await open(world, 'b'), await open(world, 'c')]
  const ask = async (agent: SimAgent, who: string): Promise<(() => void) | undefined> => {
    const lock = await agent.app.locks.request('of the app', { mode: 'exclusive' })
    granted.push(who)
    return lock?.release
  }
  const held = ask(a, 'a')
  await world.settle()
  const waiting = ask(b, 'b')
  const last = ask(c, 'c')
  await world.cache(b)
  const release = await held
  release?.()
  await world.pass(1_000)
  expect(granted).toEqual(['a', 'c'])
  const releaseLast = await last
  releaseLast?.()
  world.restore(b)
  await world.settle()
  await waiting
  expect(granted).toEqual(['a', 'c', 'b'])
})

test('nothing of a cached page happens, and it is told of its return in the order of the browsers', async () => {
  const world = build()
  const a = await open(world, 'a')
  const told: string[] = []
  for (const signal of ['resume', 'visible', 'pageshow', 'pagehide', 'hidden'] as const)
    a.app.environment.listen(signal, () => void told.push(signal))
  let fired = false
  await world.cache(a)
  a.app.clock.setTimer(1_000, () => {
    fired = true
  })
  await world.pass(60_000)
  expect([told, fired]).toEqual([['pagehide', 'hidden'], false])
  world.restore(a)
  await world.settle()
  expect([told.slice(2), fired]).toEqual([['resume', 'visible', 'pageshow', 'resume'], true])
})

test('a store that falls silent or waits is well again after its time', async () => {
  for (const trouble of ['waits', 'unanswered', 'delays'] as const) {
    const world = build()
    const a = await open(world, 'a')
    world.breakStore(a, trouble, { forMs: 3_000 })
    const trigger = await world.trigger(a, key)
    await world.pass(30_000)
    expect([trouble, trigger.outcome?.status]).toEqual([trouble, 'succeeded'])
  }
})

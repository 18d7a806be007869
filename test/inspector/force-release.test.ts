/** A release by force, seen by the old owner, by the other tabs and by whoever asked for it. */
import { describe, expect, onTestFinished, test } from 'vitest'
import { defineTask, LeaseLost, type } from '../../src/index.ts'
import { forceRelease } from '../../src/inspector/force-release.ts'
import { createStageGate, type StageGate } from './support.ts'
import { buildTimed, rejectionOf } from '../registry/build.ts'

function aTask({ open }: StageGate, seen: string[], tab: string) {
  return defineTask({
    scope: 'sync',
    minIntervalMs: 0,
    stages: stage => ({
      pulling: stage(
        async run => {
          seen.push(`${tab} begins at ${run.cursor ?? 'nothing'}`)
          await run.commit('page 1')
          await open()
          try {
            await run.commit('page 2')
          } catch (error) {
            seen.push(
              `${tab} was refused: ${error instanceof LeaseLost ? error.reason : String(error)}`,
            )
            throw error
          }
        },
        { cursor: type<string>() },
      ),
    }),
  })
}

async function aHeldRun() {
  const seen: string[] = []
  const gates = { a: createStageGate(), b: createStageGate() }
  const one = buildTimed({ tasks: [aTask(gates.a, seen, 'a')] })
  const two = one.another({ tasks: [aTask(gates.b, seen, 'b')] })
  // A registry closes when its stages have returned.
  onTestFinished(() => {
    gates.a.release()
    gates.b.release()
  })
  await one.registry.signIn('u1')
  await two.registry.signIn('u1')
  const { done } = await one.registry.trigger({ userId: 'u1', scope: 'sync' })
  await one.advance(0)
  const { fence = 0 } = (await two.registry.getRunningTask({ userId: 'u1', scope: 'sync' })) ?? {}
  return { one, two, gates, seen, fence, done }
}

describe('forceRelease()', () => {
  test('the old owner hears of it, and its late commit is refused; another tab goes on at the checkpoint', async () => {
    const { one, two, gates, seen, fence, done } = await aHeldRun()
    expect(await forceRelease(two.registry, 'u1|sync', fence)).toMatchObject({ released: true })
    await one.advance(1_000)
    expect(seen).toEqual(['a begins at nothing', 'b begins at page 1'])
    gates.a.release()
    await one.advance(0)
    expect(seen.at(-1)).toBe('a was refused: lease-lost')
    gates.b.release()
    await one.advance(0)
    expect(await done).toMatchObject({ status: 'succeeded' })
    const { runs } = await two.registry.history({ userId: 'u1', scope: 'sync' })
    expect(runs).toMatchObject([{ status: 'succeeded', agent: two.registry.agent }])
  })

  test('the views of all tabs show the new owner at once', async () => {
    const { one, two, fence } = await aHeldRun()
    await forceRelease(two.registry, { userId: 'u1', scope: 'sync' }, fence)
    await one.advance(1_000)
    for (const { registry } of [one, two]) {
      const view = registry.snapshot({ userId: 'u1', scope: 'sync' })
      expect(view.running?.owner.agent).toBe(two.registry.agent)
      expect(view.running?.fence).toBeGreaterThan(fence)
    }
  })

  test('a second one with the same fence meets the new owner, and does nothing to it', async () => {
    const { one, two, gates, fence } = await aHeldRun()
    await forceRelease(two.registry, 'u1|sync', fence)
    await one.advance(1_000)
    expect(await forceRelease(one.registry, 'u1|sync', fence)).toMatchObject({
      released: false,
      reason: 'other-fence',
    })
    gates.b.release()
    await one.advance(0)
    expect(two.registry.snapshot({ userId: 'u1', scope: 'sync' }).last?.status).toBe('succeeded')
  })

  test('what is no key, or no registry, is an error that says what to pass', async () => {
    const { one } = await aHeldRun()
    expect(await rejectionOf(forceRelease(one.registry, 'sync', 1))).toMatchObject({
      code: 'invalid-argument',
    })
    expect(await rejectionOf(forceRelease({} as never, 'u1|sync', 1))).toMatchObject({
      code: 'invalid-argument',
    })
  })
})

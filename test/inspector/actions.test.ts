/** What comes of what is done to a key, when it changed while the question stood. */
import { describe, expect, onTestFinished, test } from 'vitest'
import { defineTask } from '../../src/index.ts'
import { askAndAct, keyActions } from '../../src/inspector/actions.ts'
import { deriveKeyRows } from '../../src/inspector/key-rows.ts'
import { createLive } from '../../src/inspector/live.ts'
import { buildTimed } from '../registry/build.ts'
import { createStageGate } from './support.ts'

async function anApp() {
  const gate = createStageGate()
  const task = defineTask({ scope: 'sync', minIntervalMs: 0, run: () => gate.open() })
  const one = buildTimed({ tasks: [task] })
  onTestFinished(gate.release)
  await one.registry.signIn('u1')
  const live = createLive(one.registry, () => undefined)
  live.start()
  onTestFinished(live.stop)
  /** Asks for an action on the key as it is now; what `meanwhile` does happens while the question stands. */
  async function act(name: string, meanwhile: () => Promise<unknown>): Promise<string | null> {
    await one.advance(1_000)
    const [row] = deriveKeyRows(live.insight(), live.now())
    const action = keyActions.find(each => each.name === name)
    if (!row || !action) throw new Error('no such key or action')
    expect(action.isPossible(row)).toBe(true)
    const acting = askAndAct(action, one.registry, row, {
      async ask() {
        await meanwhile()
        return true
      },
    })
    await one.advance(1_000)
    return acting
  }
  return { one, task, gate, act }
}

describe('a cancel', () => {
  test('of what only waited leaves a run alone that began while the question stood', async () => {
    const { one, task, act } = await anApp()
    await one.registry.pause(task)
    await one.registry.trigger(task, { source: 'foreground', byUser: false })
    const answer = await act('cancel', async () => {
      await one.registry.resume(task)
      await one.advance(1_000)
    })
    expect(answer).toBe('sync was not cancelled: another run is under way meanwhile.')
    expect(one.registry.snapshot(task).running?.cancelling).toBe(false)
  })

  test('of a run that goes on says that its owner was told, and no more', async () => {
    const { one, task, act } = await anApp()
    await one.registry.trigger(task)
    expect(await act('cancel', () => Promise.resolve())).toBe(
      'sync is being cancelled: its owner was told to stop.',
    )
  })

  test('of a run that ended meanwhile says that there was nothing', async () => {
    const { one, task, gate, act } = await anApp()
    await one.registry.trigger(task)
    const answer = await act('cancel', async () => {
      gate.release()
      await one.advance(1_000)
    })
    expect(answer).toBe('sync was not cancelled: nothing was there any more.')
  })
})

describe('whatever is done', () => {
  test.each(['cancel', 'pause', 'release'])(
    '%s, of a user who signed out meanwhile, changes nothing and says why',
    async name => {
      const { one, task, gate, act } = await anApp()
      await one.registry.trigger(task)
      const answer = await act(name, async () => {
        gate.release()
        await one.registry.signOut('u1')
        await one.advance(1_000)
      })
      expect(answer).toMatch(/not signed in/)
    },
  )

  test('of a registry that was closed meanwhile is answered with what that says', async () => {
    const { one, task, gate, act } = await anApp()
    gate.release()
    await one.registry.trigger(task)
    expect(await act('pause', () => one.registry.close())).toMatch(/the registry is closed/)
  })
})

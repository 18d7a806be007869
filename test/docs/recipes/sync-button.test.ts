// Does "A sync button" keep what docs/recipes.md says of it?
import { expect, test } from 'vitest'
import { defineTask, TaskFailure } from '../../../src/index.ts'
import { createGate } from '../../registry/faulty-store.ts'
import { createOrigin, type Origin } from './origin.ts'
import { recipe, runRecipe } from './run-recipe.ts'

const [code] = recipe('A sync button')

async function openTab(origin: Origin, work: (signal: AbortSignal) => unknown) {
  const courseSync = defineTask({ scope: 'course_sync', run: ({ signal }) => work(signal) })
  const tab = origin.open({ tasks: [courseSync] })
  const button = { textContent: '', disabled: false, onclick: null as (() => unknown) | null }
  const line = { text: '' }
  const names = {
    registry: tab.registry,
    courseSync,
    button,
    show(text: string) {
      line.text = text
    },
  }
  await runRecipe(code, { origin, names })
  return {
    ...tab,
    courseSync,
    /** What the button says, in brackets while it cannot be pressed, and the line beside it. */
    shows: () => [button.disabled ? `(${button.textContent})` : button.textContent, line.text],
    press: () => button.onclick?.(),
  }
}

test('the recipe fits into fifteen lines, imports aside', () => {
  const lines = (code?.code ?? '').split('\n').filter(line => line.trim() !== '')
  const own = lines.filter(line => !/^(?:import|declare) /.test(line))
  expect(own.length).toBeLessThanOrEqual(15)
})

test('button and line are right from the sign-in to the end of a sync, in both tabs', async () => {
  const origin = createOrigin('memory')
  const gate = createGate()
  const tabs = [
    await openTab(origin, () => gate.opened),
    await openTab(origin, () => gate.opened),
  ] as const
  const shown = async (): Promise<readonly string[]> => {
    await origin.pass(0)
    const [one, other] = tabs.map(tab => tab.shows())
    expect(other).toEqual(one)
    return one ?? []
  }
  expect(await shown()).toEqual(['(Sync now)', 'signed-out'])
  for (const { registry } of tabs) await registry.signIn('ada')
  expect(await shown()).toEqual(['Sync now', 'idle'])
  tabs[0].press()
  expect(await shown()).toEqual(['Stop', 'running · running'])
  gate.open()
  expect(await shown()).toEqual(['Sync now', 'idle · last sync succeeded'])
})

test('the button of another tab stops the sync', async () => {
  const origin = createOrigin('memory')
  const work = (signal: AbortSignal): Promise<void> =>
    new Promise(resolve => signal.addEventListener('abort', () => resolve()))
  const tabs = [await openTab(origin, work), await openTab(origin, work)] as const
  for (const { registry } of tabs) await registry.signIn('ada')
  tabs[0].press()
  await origin.pass(1_000)
  tabs[1].press()
  await origin.pass(1_000)
  for (const tab of tabs) expect(tab.shows()).toEqual(['Sync now', 'idle · last sync cancelled'])
})

test('while a cancel is under way there is nothing to press', async () => {
  const origin = createOrigin('memory')
  const gate = createGate()
  const tab = await openTab(origin, () => gate.opened)
  await tab.registry.signIn('ada')
  tab.press()
  await origin.pass(1_000)
  tab.press()
  await origin.pass(1_000)
  expect(tab.shows()).toEqual(['(Sync now)', 'running · running'])
  gate.open()
  await origin.pass(0)
  expect(tab.shows()).toEqual(['Sync now', 'idle · last sync cancelled'])
})

test('a sync that failed can be tried again at once, a paused one goes on', async () => {
  const origin = createOrigin('memory')
  let isDown = true
  const tab = await openTab(origin, () => {
    if (isDown) throw new TaskFailure('rate-limited', 'later', { retryAfterMs: 600_000 })
  })
  await tab.registry.signIn('ada')
  tab.press()
  await origin.pass(1_000)
  expect(tab.shows()).toEqual(['Try now', 'waiting · rate-limited'])
  await tab.registry.pause(tab.courseSync)
  await origin.pass(1_000)
  expect(tab.shows()).toEqual(['Go on', 'paused · paused'])
  tab.press()
  await origin.pass(1_000)
  expect(tab.shows()).toEqual(['Try now', 'waiting · rate-limited'])
  isDown = false
  tab.press()
  await origin.pass(1_000)
  expect(tab.shows()).toEqual(['Sync now', 'idle · last sync succeeded'])
})

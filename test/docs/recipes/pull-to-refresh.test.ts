// Does "Pull to refresh" keep what docs/recipes.md says of it?
import { expect, test } from 'vitest'
import { defineTask, TaskFailure, type TaskRun } from '../../../src/index.ts'
import { createGate } from '../../registry/faulty-store.ts'
import { createOrigin, type Origin } from './origin.ts'
import { recipe, runRecipe } from './run-recipe.ts'

const [code] = recipe('Pull to refresh')

interface Declared {
  onPull(): Promise<void>
}

/** A tab of an app whose sync does `work`. */
async function openTab(origin: Origin, work: (run: TaskRun<null, null, null>) => unknown) {
  const courseSync = defineTask({ scope: 'course_sync', seal: 'manual', run: work })
  const tab = origin.open({ tasks: [courseSync] })
  const shown: string[] = []
  const names = {
    registry: tab.registry,
    courseSync,
    show: (text: string) => shown.push(text),
  }
  const { onPull } = await runRecipe<Declared>(code, { origin, names }, ['onPull'])
  /** Whether the gesture's spinner turns. */
  const spinner = { turns: false }
  function pull(): void {
    spinner.turns = true
    void onPull().then(() => {
      spinner.turns = false
    })
  }
  return { ...tab, courseSync, shown, spinner, pull }
}

test('the spinner turns as long as the sync, and no longer', async () => {
  const origin = createOrigin('memory')
  const gate = createGate()
  const tab = await openTab(origin, () => gate.opened)
  await tab.registry.signIn('ada')
  tab.pull()
  await origin.pass(30_000)
  expect(tab.spinner.turns).toBe(true)
  expect(tab.shown).toEqual([])
  gate.open()
  await origin.pass(0)
  expect(tab.spinner.turns).toBe(false)
  expect(tab.shown).toEqual(['Up to date'])
})

test('a pull while another tab syncs says so, syncs nothing twice, and ends with that sync', async () => {
  const origin = createOrigin('memory')
  const gate = createGate()
  let runs = 0
  const work = (): Promise<void> => {
    runs++
    return gate.opened
  }
  const tabs = [await openTab(origin, work), await openTab(origin, work)] as const
  for (const { registry } of tabs) await registry.signIn('ada')
  tabs[0].pull()
  await origin.pass(1_000)
  tabs[1].pull()
  await origin.pass(1_000)
  expect(tabs[1].shown).toEqual(['Already syncing'])
  gate.open()
  await origin.pass(0)
  expect(tabs.map(tab => tab.spinner.turns)).toEqual([false, false])
  expect(tabs[1].shown).toEqual(['Already syncing', 'Up to date'])
  expect(runs).toBe(1)
})

test('a pull after the last read ends with the sync that follows', async () => {
  const origin = createOrigin('memory')
  const gates = [createGate(), createGate()]
  let runs = 0
  const tab = await openTab(origin, async run => {
    await run.seal()
    await gates[runs++]?.opened
  })
  await tab.registry.signIn('ada')
  await tab.registry.trigger(tab.courseSync)
  await origin.pass(1_000)
  tab.pull()
  await origin.pass(1_000)
  expect(tab.shown).toEqual(['Already syncing'])
  gates[0]?.open()
  await origin.pass(1_000)
  expect([runs, tab.spinner.turns]).toEqual([2, true])
  gates[1]?.open()
  await origin.pass(0)
  expect(tab.spinner.turns).toBe(false)
})

test('a second pull right after the first starts at once', async () => {
  const origin = createOrigin('memory')
  let runs = 0
  const tab = await openTab(origin, () => void runs++)
  await tab.registry.signIn('ada')
  for (const expected of [1, 2]) {
    tab.pull()
    await origin.pass(1_000)
    expect([runs, tab.spinner.turns]).toEqual([expected, false])
  }
})

test('while the server is down the spinner ends with the first attempt, and a pull tries at once', async () => {
  const origin = createOrigin('memory')
  let attempts = 0
  const tab = await openTab(origin, () => {
    attempts++
    throw new TaskFailure('rate-limited', 'later', { retryAfterMs: 600_000 })
  })
  await tab.registry.signIn('ada')
  for (const expected of [1, 2]) {
    tab.pull()
    await origin.pass(1_000)
    expect([attempts, tab.spinner.turns]).toEqual([expected, false])
  }
  expect(new Set(tab.shown)).toEqual(new Set(['That did not work. It is tried again by itself']))
  expect(tab.registry.snapshot(tab.courseSync).nextAttemptAt).toBeGreaterThan(origin.now())
})

test('offline a pull tries all the same, and its spinner ends', async () => {
  const origin = createOrigin('memory')
  let attempts = 0
  const tab = await openTab(origin, () => {
    attempts++
    throw new TaskFailure('offline', 'no network')
  })
  await tab.registry.signIn('ada')
  tab.environment.setOnline(false)
  tab.pull()
  await origin.pass(0)
  expect([attempts, tab.spinner.turns]).toEqual([1, false])
  expect(tab.shown).toEqual(['That did not work. It is tried again by itself'])
})

test.each([
  [
    'a server that refuses',
    'That did not work',
    () => {
      throw new TaskFailure('fatal', 'no')
    },
  ],
  ['a cancel', 'Stopped', ({ signal }: TaskRun<null, null, null>) => untilAborted(signal)],
])('%s has its words: %s', async (_, words, work) => {
  const origin = createOrigin('memory')
  const tab = await openTab(origin, work)
  await tab.registry.signIn('ada')
  tab.pull()
  await origin.pass(0)
  await tab.registry.cancel(tab.courseSync)
  await origin.pass(0)
  expect(tab.shown).toEqual([words])
  expect(tab.spinner.turns).toBe(false)
})

test('a pull while the key is paused, or after a sign-out, says so at once', async () => {
  const origin = createOrigin('memory')
  const tab = await openTab(origin, () => undefined)
  await tab.registry.signIn('ada')
  await tab.registry.pause(tab.courseSync)
  tab.pull()
  await origin.pass(0)
  await tab.registry.signOut()
  tab.pull()
  await origin.pass(1_000)
  expect(tab.shown).toEqual(['Not now. It starts as soon as it can', 'Sign in first'])
  expect(origin.takeReports()).toMatchObject([{ details: { reason: 'signed-out' } }])
  expect(tab.spinner.turns).toBe(false)
})

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => signal.addEventListener('abort', () => resolve()))
}

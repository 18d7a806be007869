// Does "A new version of the app is ready" keep what docs/recipes.md says of it?
import { expect, test } from 'vitest'
import { defineTask, type TaskRun, type } from '../../../src/index.ts'
import { createGate } from '../../registry/faulty-store.ts'
import { createOrigin, type Origin } from './origin.ts'
import { recipe, runRecipe } from './run-recipe.ts'

const [withWorker, withButton, withoutWorker] = recipe('A new version of the app is ready')

/** The part of a page's service worker container that the recipe uses. */
class Workers extends EventTarget {
  controller: string | null

  constructor(controller: string | null) {
    super()
    this.controller = controller
  }

  /** Another worker controls the page. */
  change(): void {
    this.controller = 'another'
    this.dispatchEvent(new Event('controllerchange'))
  }
}

/** What the stages of the app's tabs do, and what they did. */
function createWork() {
  const pages: string[] = []
  const gate = createGate()
  const task = defineTask({
    scope: 'course_sync',
    stages: stage => ({
      pushing: stage(
        async (run: TaskRun<number, null, null>) => {
          for (let page = run.cursor ?? 0; page < 3; page++) {
            pages.push(`page ${page} under fence ${run.fence}`)
            if (page === 1) await gate.opened
            await run.commit(page + 1)
          }
        },
        { cursor: type<number>() },
      ),
    }),
  })
  return { task, gate, pages: () => pages.map(page => page.slice(0, 6)) }
}

/** A tab of the old version; reloading it ends it as a browser does. */
async function openTab(
  origin: Origin,
  work: ReturnType<typeof createWork>,
  controller: string | null = 'worker',
) {
  const tab = origin.open({ tasks: [work.task] })
  await tab.registry.signIn('ada')
  const serviceWorker = new Workers(controller)
  const shown: string[] = []
  const reloads: number[] = []
  const location = {
    reload() {
      reloads.push(origin.now())
      tab.environment.emit('pagehide')
    },
  }
  const names = {
    registry: tab.registry,
    navigator: { serviceWorker },
    location,
    show: (text: string) => shown.push(text),
  }
  await runRecipe(withWorker, { origin, names })
  return { ...tab, serviceWorker, reloads, shown }
}

/** A tab whose push stands at its second page. */
async function setUp() {
  const origin = createOrigin('memory')
  const work = createWork()
  const tab = await openTab(origin, work)
  const { done, runId = '' } = await tab.registry.trigger(work.task)
  await origin.pass(0)
  expect(work.pages()).toEqual(['page 0', 'page 1'])
  return { origin, work, tab, done, runId }
}

test('the reload waits for the push that is under way', async () => {
  const { origin, work, tab, done } = await setUp()
  tab.serviceWorker.change()
  await origin.pass(9_000)
  expect(tab.shown).toHaveLength(1)
  expect(tab.reloads).toEqual([])
  work.gate.open()
  expect(await done).toMatchObject({ status: 'succeeded' })
  await origin.pass(0)
  expect(tab.reloads).toHaveLength(1)
  expect(work.pages()).toEqual(['page 0', 'page 1', 'page 2'])
})

test('and for nothing longer than its time-out', async () => {
  const { origin, work, tab } = await setUp()
  const asked = origin.now()
  tab.serviceWorker.change()
  await origin.pass(60_000)
  expect(tab.reloads).toEqual([asked + 10_000])
  work.gate.open()
})

test('a tab with nothing to finish reloads at once, whatever another tab is doing', async () => {
  const { origin, work, tab } = await setUp()
  const idle = await openTab(origin, work)
  for (const { serviceWorker } of [tab, idle]) serviceWorker.change()
  await origin.pass(0)
  expect([tab.reloads.length, idle.reloads.length]).toEqual([0, 1])
  work.gate.open()
  await origin.pass(0)
  expect(tab.reloads).toHaveLength(1)
})

test('a run that is not done when the page reloads goes on at its last commit in another tab', async () => {
  const { origin, work, tab, runId } = await setUp()
  const other = await openTab(origin, work)
  tab.serviceWorker.change()
  await origin.pass(10_000)
  work.gate.open()
  await origin.pass(1_000)
  expect(tab.reloads).toHaveLength(1)
  const { runs } = await other.registry.history(work.task)
  expect(runs).toMatchObject([{ runId, status: 'succeeded', takeovers: 1, attempts: 1 }])
  expect(work.pages().filter(page => page === 'page 0')).toHaveLength(1)
})

test('and in the same tab when that is back, if there is no other', async () => {
  const { origin, work, tab, runId } = await setUp()
  tab.serviceWorker.change()
  await origin.pass(10_000)
  work.gate.open()
  await origin.pass(5_000)
  const reloaded = await openTab(origin, work)
  expect((await reloaded.registry.history(work.task)).runs).toEqual([])
  await origin.pass(1_000)
  const { runs } = await reloaded.registry.history(work.task)
  expect(runs).toMatchObject([{ runId, status: 'succeeded', attempts: 1 }])
  expect(work.pages().filter(page => page === 'page 0')).toHaveLength(1)
})

test('what is asked for while it waits is kept, and starts after the reload', async () => {
  const origin = createOrigin('memory')
  const work = createWork()
  work.gate.open()
  const tab = await openTab(origin, work)
  tab.serviceWorker.change()
  const asked = await tab.registry.trigger(work.task)
  expect(asked).toMatchObject({ decision: 'deferred', reason: 'agent-stopped', stored: true })
  await origin.pass(1_000)
  expect(tab.reloads).toHaveLength(1)
  expect(work.pages()).toEqual([])
  await openTab(origin, work)
  await origin.pass(1_000)
  expect(work.pages()).toEqual(['page 0', 'page 1', 'page 2'])
})

test("a page's first worker is no new version; the next one is, and is told once", async () => {
  const origin = createOrigin('memory')
  const tab = await openTab(origin, createWork(), null)
  tab.serviceWorker.change()
  await origin.pass(60_000)
  expect(tab.reloads).toEqual([])
  tab.serviceWorker.change()
  tab.serviceWorker.change()
  await origin.pass(60_000)
  expect(tab.reloads).toHaveLength(1)
  expect(tab.shown).toHaveLength(1)
})

test('the button is there while a worker waits, and a press lets that worker in', async () => {
  const told: unknown[] = []
  const installing = new EventTarget()
  const registration = Object.assign(new EventTarget(), {
    installing,
    waiting: null as { postMessage(message: unknown): void } | null,
  })
  const button: { hidden?: boolean; onclick?: () => void } = {}
  const navigator = { serviceWorker: { ready: Promise.resolve(registration) } }
  await runRecipe(withButton, { origin: createOrigin('memory'), names: { button, navigator } })
  expect(button.hidden).toBe(true)
  registration.dispatchEvent(new Event('updatefound'))
  expect(button.hidden).toBe(true)
  registration.waiting = { postMessage: message => void told.push(message) }
  installing.dispatchEvent(new Event('statechange'))
  expect(button.hidden).toBe(false)
  button.onclick?.()
  expect(told).toEqual(['skip-waiting'])
})

test('without a worker: only another version, seen by somebody who is back, loads anew', async () => {
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  let latest = (): Promise<Response> => Promise.resolve(new Response('1.0\n'))
  let loads = 0
  const names = {
    document,
    version: '1.0',
    fetch: () => latest(),
    loadNewVersion: () => Promise.resolve(loads++),
  }
  const origin = createOrigin('memory')
  await runRecipe(withoutWorker, { origin, names })
  const turn = async (visibilityState: string): Promise<number> => {
    Object.assign(document, { visibilityState })
    document.dispatchEvent(new Event('visibilitychange'))
    for (let turns = 0; turns < 20; turns++) await new Promise(resolve => setImmediate(resolve))
    return loads
  }
  expect(await turn('visible')).toBe(0)
  latest = () => Promise.reject(new TypeError('offline'))
  expect(await turn('visible')).toBe(0)
  latest = () => Promise.resolve(new Response('down', { status: 503 }))
  expect(await turn('visible')).toBe(0)
  latest = () => Promise.resolve(new Response('1.1\n'))
  expect(await turn('hidden')).toBe(0)
  expect(await turn('visible')).toBe(1)
})

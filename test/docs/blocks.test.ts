// Does the code of every page run, and does every task that it shows do its work?
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type AnyTask, defineTask } from '../../src/index.ts'
import type { TestRegistry } from '../../src/testing/index.ts'
import { useFakeIndexedDB } from '../store/fake-idb.ts'
import { createFakeApp, createFakeServer } from './fake-app.ts'
import { createFakeBrowser } from './fake-browser.ts'
import { codeBlocks, readPages, type CodeBlock } from './pages.ts'
import { createOrigin, type Origin } from './recipes/origin.ts'
import { runInTab } from './run-in-tab.ts'

useFakeIndexedDB()

/** Pages whose code has tests of its own, which say more. */
const elsewhere = ['README.md', 'docs/recipes.md', 'docs/testing.md']

const blocks = readPages()
  .filter(({ path }) => !elsewhere.includes(path))
  .flatMap(codeBlocks)
  .filter(({ language, notRun }) => language === 'ts' && notRun === null)

const answer = (): Response => Response.json({ rows: [{ id: 'c1' }], next: '1', more: false })

/** Runs a block beside a registry with the tasks that it may go on with. */
async function runAlone(block: CodeBlock) {
  const worker = new EventTarget()
  vi.stubGlobal('addEventListener', worker.addEventListener.bind(worker))
  vi.stubGlobal('removeEventListener', worker.removeEventListener.bind(worker))
  onTestFinished(() => void vi.unstubAllGlobals())
  const origin = createOrigin('indexedDB')
  const browser = createFakeBrowser()
  const courseSync = defineTask({ scope: 'course_sync', run: () => undefined })
  const push = defineTask({ scope: 'push', run: () => undefined })
  const around = origin.open({ name: `around-${origin.name}`, tasks: [courseSync, push] })
  await around.registry.signIn('u1')
  await around.registry.signIn('ada')
  const names = {
    ...createFakeApp(createFakeServer(2)),
    ...browser.globals,
    registry: around.registry,
    courseSync,
    push,
    scopesIn: () => [],
  }
  const running = runInTab(block, { origin, names, answer })
  const hurry = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn++) {
      await origin.pass(200)
      browser.passTimeouts()
    }
  }
  const [left] = await Promise.all([running, hurry()])
  return { ...left, origin, hurry }
}

type Tab = Pick<TestRegistry, 'registry'> & { readonly tasks: readonly AnyTask[] }

/** How each task of a registry ends when it is pressed. */
async function press(
  { registry, tasks }: Tab,
  hurry: () => Promise<void>,
): Promise<readonly string[]> {
  await registry.signIn('u1')
  const ends = tasks.map(async ({ scope }) => {
    const { done, decision, reason } = await registry.trigger({ userId: 'u1', scope })
    const { status } = await done
    return status === decision ? `${decision}: ${reason}` : status
  })
  const [ended] = await Promise.all([Promise.all(ends), hurry()])
  return ended
}

describe('the code of every page', () => {
  test.each(blocks.map(block => [`${block.page}:${block.line}`, block] as const))(
    '%s runs, and the tasks that it shows succeed',
    async (_, block) => {
      const { tabs, tasks, origin, hurry } = await runAlone(block)
      const opened = tabs.length > 0 || tasks.length === 0 ? tabs : [freshTab(origin, tasks)]
      for (const tab of opened) {
        const ends = await press(tab, hurry)
        const inWorker = block.code.includes('backgroundEvents()')
        expect(ends).toEqual(ends.map(() => (inWorker ? 'deferred: no-event' : 'succeeded')))
      }
    },
  )

  test('there is something to run, and what is not run says why', () => {
    expect(blocks.length).toBeGreaterThan(20)
    const skipped = readPages()
      .flatMap(codeBlocks)
      .filter(({ notRun }) => notRun !== null)
    expect(skipped.filter(({ notRun }) => notRun === '')).toEqual([])
  })
})

/** A tab for tasks that the code defines, and gives to nobody. */
function freshTab(origin: Origin, tasks: readonly AnyTask[]): Tab {
  return { ...origin.open({ name: `fresh-${origin.name}`, tasks }), tasks }
}

// Does the start page keep what it says under "Try it"?
import { expect, onTestFinished, test } from 'vitest'
import { createFakeBrowser } from './fake-browser.ts'
import { codeBlocks, readPage, type CodeBlock } from './pages.ts'
import { createOrigin, type Origin } from './recipes/origin.ts'
import { runInTab } from './run-in-tab.ts'

const page = readPage('docs/start.md')
const blocks = codeBlocks(page).filter(({ language }) => language === 'ts')
const button = blocks.find(({ code }) => code.includes("createElement('button')")) as CodeBlock

/** The three pieces below each other, in one tab. */
async function openTab(origin: Origin) {
  const browser = createFakeBrowser()
  const running = runInTab(button, { origin, names: browser.globals })
  await origin.pass(0)
  const { tabs } = await running
  const [tab] = tabs
  if (!tab) throw new Error('the page makes no registry')
  onTestFinished(() => browser.endTimeouts())
  const [pressed, line] = browser.elements
  return {
    ...tab,
    logged: browser.logged,
    shows: () => [pressed?.['textContent'], line?.['textContent']],
    press: () => pressed?.onclick?.() as Promise<void>,
    /** One second of the page's work. */
    async work() {
      browser.passTimeouts()
      await origin.pass(100)
    },
  }
}

async function openTwo() {
  const origin = createOrigin('memory')
  const tabs = [await openTab(origin), await openTab(origin)] as const
  await origin.pass(100)
  return { origin, tabs }
}

test('the three pieces are one file of at most forty lines', () => {
  const lines = (button.before + button.code).split('\n').filter(line => line.trim() !== '')
  expect(lines.length).toBeLessThanOrEqual(40)
})

test('it syncs at once, both tabs count together, and a press in the other one joins', async () => {
  const { tabs, origin } = await openTwo()
  const [first, second] = tabs
  for (const tab of tabs) expect(tab.shows()).toEqual(['Already syncing', '0 of 3'])
  await first.work()
  for (const tab of tabs) expect(tab.shows()).toEqual(['Already syncing', '1 of 3'])
  const pressed = second.press()
  await origin.pass(0)
  expect(second.shows()).toEqual(['Already syncing', 'joined'])
  await first.work()
  await first.work()
  await pressed
  expect(second.logged).toMatchObject([[{ status: 'succeeded' }]])
  for (const tab of tabs) expect(tab.shows()).toEqual(['Sync now', 'idle, last run succeeded'])
})

test('the tab is closed: the other one takes the run over at once, and begins it anew', async () => {
  const { tabs, origin } = await openTwo()
  const [first, second] = tabs
  await first.work()
  first.environment.emit('pagehide')
  await origin.pass(1_000)
  expect(second.shows()[0]).toBe('Already syncing')
  for (let count = 0; count < 3; count++) await second.work()
  expect(second.shows()).toEqual(['Sync now', 'idle, last run succeeded'])
  const { runs } = await second.registry.history('ada|sync')
  expect(runs).toMatchObject([{ takeovers: 1, recovery: 'restart' }])
})

test('coming back within ten seconds starts nothing, and a press does', async () => {
  const { tabs, origin } = await openTwo()
  const [first] = tabs
  for (let count = 0; count < 3; count++) await first.work()
  await origin.pass(5_000)
  first.environment.emit('visible')
  await origin.pass(100)
  expect((await first.registry.history('ada|sync')).recent.at(-1)).toMatchObject({
    source: 'foreground',
    decision: 'skipped',
    reason: 'min-interval',
  })
  void first.press()
  await origin.pass(100)
  expect(first.shows()).toEqual(['Already syncing', 'started'])
})

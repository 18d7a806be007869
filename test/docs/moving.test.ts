// Does what takes the place of flags, locks, leaders and queues do what the pages of docs/moving say?
import { describe, expect, test } from 'vitest'
import { createGate } from '../registry/faulty-store.ts'
import { useFakeIndexedDB } from '../store/fake-idb.ts'
import { createFakeApp, createFakeServer, type FakeServer } from './fake-app.ts'
import { createFakeBrowser } from './fake-browser.ts'
import { type CodeBlock, codeBlocks, readPage } from './pages.ts'
import { createOrigin, type Origin } from './recipes/origin.ts'
import { type Answer, runInTab } from './run-in-tab.ts'

useFakeIndexedDB()

/** The code below `What takes its place`, and that above it. */
function codeOf(name: string): {
  readonly before: CodeBlock
  readonly after: readonly CodeBlock[]
} {
  const page = readPage(`docs/moving/${name}.md`)
  const blocks = codeBlocks(page)
  const line = page.text.slice(0, page.text.indexOf('## What takes its place')).split('\n').length
  return {
    before: blocks[0] as CodeBlock,
    after: blocks.filter(block => block.line > line),
  }
}

async function openTab(origin: Origin, block: CodeBlock | undefined, server: FakeServer) {
  const app = createFakeApp(server)
  const shown: string[] = []
  const browser = createFakeBrowser()
  const names = { ...app, ...browser.globals, show: (text: string) => shown.push(text) }
  const { tabs } = await runInTab(block as CodeBlock, { origin, names })
  const press = () => app.button.onclick?.() as Promise<unknown>
  return { tab: tabs[0], app, shown, press, stored: browser.stored }
}

describe.each(['flags', 'web-locks', 'election'])('in place of %s', name => {
  test('two tabs do one run, a dead one is followed at its last commit', async () => {
    const origin = createOrigin('memory')
    const server = createFakeServer(2)
    const gate = createGate()
    server.beforePage = page => (page.next === '2' ? gate.opened : Promise.resolve())
    const [code] = codeOf(name).after
    const tabs = [await openTab(origin, code, server), await openTab(origin, code, server)] as const
    await origin.pass(100)
    const pressed = tabs[1].press()
    await origin.pass(100)
    expect(tabs[1].shown.join()).toMatch(/sync/)
    expect(server.pulls).toEqual(['start'])
    tabs[0].tab?.environment.emit('pagehide')
    await origin.pass(1_000)
    expect(server.pulls).toEqual(['start', '1'])
    gate.open()
    await origin.pass(1_000)
    await pressed
    expect([...tabs[1].app.courses.keys()]).toEqual(['course-2']) // each tab of the fake has its own
  })
})

describe('flags', () => {
  test('the flag of a tab that died keeps the next one from syncing', async () => {
    const server = createFakeServer(1)
    const tab = await openTab(createOrigin('memory'), codeOf('flags').before, server)
    tab.stored.set('sync-since', String(Date.now() - 1_000))
    await tab.press()
    expect([tab.shown, server.pulls]).toEqual([['already syncing'], []])
    tab.stored.clear()
    await tab.press()
    expect(server.pulls).toEqual(['start'])
  })
})

describe('in place of workbox queues', () => {
  const page = codeOf('workbox').after.find(({ code }) => code.includes('backgroundSync()'))

  interface Declared {
    readonly db: { readonly edits: { toArray(): Promise<readonly { body: string }[]> } }
    save(body: string): Promise<void>
  }

  async function openPage(answer: Answer) {
    const origin = createOrigin('indexedDB')
    const { globals } = createFakeBrowser()
    const around = { origin, answer, names: { ...globals, user: { id: 'ada' } } }
    const { handedOut, tabs } = await runInTab<Declared>(page as CodeBlock, around, ['db', 'save'])
    await origin.pass(11_000)
    const left = async () => (await handedOut.db.edits.toArray()).map(({ body }) => body)
    return { ...handedOut, origin, left, tab: tabs[0] }
  }

  test('an edit that is answered with a 500 stays, and is sent again under the same key', async () => {
    const keys: (string | null)[] = []
    let status = 500
    const { save, origin, left } = await openPage(request => {
      keys.push(request.headers.get('Idempotency-Key'))
      return new Response(null, { status })
    })
    await save('hello')
    await origin.pass(0)
    expect(await left()).toEqual(['hello'])
    status = 200
    await origin.pass(10_000)
    expect(await left()).toEqual([])
    expect(keys.length).toBeGreaterThan(1)
    expect(new Set(keys).size).toBe(1)
  })

  test('after a 401 it waits for a login, and the view says so', async () => {
    let status = 401
    const { save, origin, left, tab } = await openPage(() => new Response(null, { status }))
    await save('hello')
    await origin.pass(1_000)
    expect(tab?.registry.snapshot('ada|push')).toMatchObject({ status: 'waiting', reason: 'auth' })
    status = 200
    await tab?.registry.signIn('ada', { fresh: true })
    await origin.pass(1_000)
    expect(await left()).toEqual([])
  })
})

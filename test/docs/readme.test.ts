// Does the code of the README, and the task that pushes first, do what is said of it?
import { describe, expect, test } from 'vitest'
import type { TriggerAnswer } from '../../src/index.ts'
import { createMemory } from '../../src/store/memory.ts'
import { createFakeApp, createFakeServer, type FakeApp, pageOf } from './fake-app.ts'
import { type CodeBlock, codeBlocks, measuredIn, readPage } from './pages.ts'
import { type Origin, runBlock } from './run-block.ts'

const readme = readPage('README.md')
const [first, example, tour] = codeBlocks(readme).filter(block =>
  block.code.includes('createTaskRegistry('),
)
/** The page of the example that needs no framework. */
const page = codeBlocks(readme).find(block => block.code.startsWith('// src/main.ts\n'))

const pushFirst = codeBlocks(readPage('docs/triggers.md')).find(block =>
  block.code.includes("seal: 'manual'"),
)

let named = 0

function newOrigin(onTransaction: () => void = () => undefined): Origin {
  return { name: `readme-${++named}`, memory: createMemory(), onTransaction }
}

/** What a press on the app's button answers. */
async function press(app: FakeApp): Promise<TriggerAnswer<unknown>> {
  return (await app.button.onclick?.()) as TriggerAnswer<unknown>
}

/** A place where a run stops until it is told to go on. */
interface Gate {
  /** Resolves when a run has come to it. */
  readonly reached: Promise<void>
  /** What the run waits for. */
  hold(): Promise<void>
  open(): void
}

function createGate(): Gate {
  let arrive = (): void => undefined
  let open = (): void => undefined
  const reached = new Promise<void>(resolve => {
    arrive = resolve
  })
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  return {
    reached,
    hold() {
      arrive()
      return opened
    },
    open,
  }
}

describe('the first screen', () => {
  test('its code fits on a screen: sixteen lines, imports included', () => {
    const lines = first?.code.split('\n').filter(line => line.trim() !== '') ?? []
    expect(lines.length).toBeLessThanOrEqual(16)
  })

  test('signing in runs the task, a press joins that run, and the view tells of it', async () => {
    const server = createFakeServer(3)
    const app = createFakeApp(server)
    const gate = createGate()
    server.beforePage = page => (page.next === '2' ? gate.hold() : Promise.resolve())
    await runBlock(first as CodeBlock, app, newOrigin())
    await gate.reached
    const answer = await press(app)
    expect(answer).toMatchObject({ decision: 'joined', stored: false })
    gate.open()
    expect(await answer.done).toMatchObject({ status: 'succeeded', runId: answer.runId })
    expect([...app.courses.keys()]).toEqual(['course-1', 'course-2', 'course-3'])
    expect(server.pulls).toEqual(['start'])
    expect(app.views.map(view => view.status)).toContain('running')
    expect(app.views.at(-1)).toMatchObject({ status: 'idle', last: { status: 'succeeded' } })
  })

  test('the next run goes on where the last one ended', async () => {
    const server = createFakeServer(2)
    const app = createFakeApp(server)
    await runBlock(first as CodeBlock, app, newOrigin())
    await (await press(app)).done
    server.pages.push(pageOf(3))
    const second = await press(app)
    expect(second.decision).toBe('started')
    await second.done
    expect(server.pulls).toEqual(['start', '2'])
    expect(app.courses.size).toBe(3)
  })

  test('a second tab joins the run of the first and gets its outcome', async () => {
    const server = createFakeServer(1)
    const gate = createGate()
    server.beforePage = gate.hold
    const origin = newOrigin()
    const tabs = [createFakeApp(server), createFakeApp(server)] as const
    for (const tab of tabs) await runBlock(first as CodeBlock, tab, origin)
    await gate.reached
    const answers = [await press(tabs[0]), await press(tabs[1])] as const
    expect(answers[1].runId).toBe(answers[0].runId)
    expect(answers[1].decision).toBe('joined')
    gate.open()
    const outcomes = await Promise.all(answers.map(answer => answer.done))
    expect(outcomes[1]).toEqual(outcomes[0])
    expect(server.pulls).toEqual(['start'])
  })

  test('its counts of transactions are those that the store sees', async () => {
    let count = 0
    const counted = (): number => {
      const since = count
      count = 0
      return since
    }
    const server = createFakeServer(2)
    const app = createFakeApp(server)
    const pages = [createGate(), createGate()] as const
    server.beforePage = page => pages[page.next === '1' ? 0 : 1].hold()
    // Without its triggers, so that the press alone writes.
    const block = first as CodeBlock
    const code = block.code.replace(/^ *triggers: .*\n/m, '')
    await runBlock(
      { ...block, code },
      app,
      newOrigin(() => count++),
    )
    const started = await press(app)
    await pages[0].reached
    const start = counted()
    pages[0].open()
    await pages[1].reached
    const commit = counted()
    const joined = await press(app)
    const join = counted()
    pages[1].open()
    await joined.done
    expect([started.decision, joined.decision]).toEqual(['started', 'joined'])
    const said = ['start', 'commit', 'join'].map(name => measuredIn(readme, name))
    expect(said).toEqual([start, commit, join].map(String))
  })
})

describe('the example to paste', () => {
  test('brings its own app: a press joins the run that signing in started, and the page shows it', async () => {
    const button: { onclick?: () => Promise<void>; textContent?: string } = {}
    const line: { textContent?: string } = {}
    const shown: string[] = []
    Object.defineProperty(button, 'textContent', {
      set(text: string) {
        shown.push(text)
      },
    })
    const logged: unknown[][] = []
    const gate = createGate()
    const browser = {
      document: {
        createElement: (name: string) => (name === 'button' ? button : line),
        body: { replaceChildren: () => undefined },
      },
      console: { log: (...values: unknown[]) => logged.push(values) },
      setTimeout: (resume: () => void) => void gate.hold().then(resume),
    }
    const main = page?.code.replace("import { noteSync, registry } from './sync.ts'\n", '')
    const { code, ...where } = example as CodeBlock
    await runBlock({ ...where, code: `${code}\n${main}` }, browser, newOrigin())
    await gate.reached
    const pressed = button.onclick?.()
    await expect.poll(() => logged.length).toBe(1)
    gate.open()
    await pressed
    expect(logged).toMatchObject([['joined', undefined, undefined], [{ status: 'succeeded' }]])
    expect(new Set(shown)).toEqual(new Set(['Sync now', 'Already syncing']))
    expect(line.textContent).toBe('idle, last run succeeded')
  })
})

describe('the tour', () => {
  test('an edit is pushed once, under a key of its own, after everything was pulled', async () => {
    const server = createFakeServer(1)
    const app = createFakeApp(server)
    app.edits.add('edit-1')
    const registry = await runBlock(tour as CodeBlock, app, newOrigin())
    await (await registry.trigger({ userId: 'u1', scope: 'course_sync' })).done
    expect(server.pushes).toHaveLength(1)
    expect(server.pushes[0]).toMatch(/:u1%7Ccourse_sync:edit-1$/)
    expect(app.edits.size).toBe(0)
  })
})

describe('the task that pushes first', () => {
  test('an edit that is made during its pull is pushed by a run of its own', async () => {
    const server = createFakeServer(1)
    const app = createFakeApp(server)
    const gate = createGate()
    server.beforePage = gate.hold
    app.edits.add('edit-1')
    const { code, ...where } = pushFirst as CodeBlock
    const around = [
      `import { createTaskRegistry } from 'leasehold'`,
      code,
      'const registry = createTaskRegistry({ tasks: [courseSync] })',
      'await registry.signIn(user.id)',
      'changes.next()',
    ]
    const registry = await runBlock({ ...where, code: around.join('\n') }, app, newOrigin())
    await gate.reached
    app.edits.add('edit-2')
    const during = await registry.trigger('u1|course_sync', { source: 'change', brings: 'news' })
    expect(during).toMatchObject({ decision: 'buffered', reason: 'sealed' })
    expect(app.edits).toEqual(new Set(['edit-2']))
    gate.open()
    expect(await during.done).toMatchObject({ status: 'succeeded' })
    expect(app.edits.size).toBe(0)
    expect(new Set(server.pushes).size).toBe(2)
  })
})

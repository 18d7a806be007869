// Does a React component see its task as it is, and leave nothing behind?
import { createElement, type FunctionComponent, type ReactNode, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { renderToString } from 'react-dom/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type AnyTask, defineTask, type TaskRegistry, type TaskView } from '../../src/index.ts'
import { RegistryProvider, type ShownTask, useTask } from '../../src/react/index.ts'
import { createTaskCalls } from '../../src/registry/task-calls.ts'
import type { TestRegistryOptions } from '../../src/testing/index.ts'
import { buildTimed, rejectionOf } from '../registry/build.ts'
import { createGate } from '../registry/faulty-store.ts'
import { countWatches } from '../registry/live-watches.ts'

const first = defineTask({ scope: 'first', run: () => undefined })
const second = defineTask({ scope: 'second', run: () => undefined })

/** An element of the page, and what React complains about. */
function buildPage() {
  const complaints: string[] = []
  vi.spyOn(console, 'error').mockImplementation((...said) => complaints.push(said.join(' ')))
  const element = document.createElement('main')
  document.body.append(element)
  onTestFinished(() => {
    element.remove()
    vi.restoreAllMocks()
  })
  return { element, complaints }
}

async function build(options: TestRegistryOptions = {}) {
  const page = buildPage()
  const tab = buildTimed({ tasks: [first, second], ...options })
  const { registry, live } = countWatches(tab.registry)
  await registry.signIn('ada')
  await tab.advance(0)
  const root = createRoot(page.element)
  onTestFinished(() => root.unmount())
  const show = (...children: ReactNode[]): void =>
    flushSync(() => root.render(createElement(RegistryProvider, { registry }, ...children)))
  return { ...tab, ...page, registry, live, root, show }
}

/** A component that remembers what it rendered. */
function createShow(): {
  readonly Show: FunctionComponent<{ readonly task?: AnyTask; readonly userId?: string }>
  readonly rendered: TaskView[]
  readonly shown: ShownTask<unknown, unknown>[]
} {
  const rendered: TaskView[] = []
  const shown: ShownTask<unknown, unknown>[] = []
  return {
    rendered,
    shown,
    Show({ task = first, userId }) {
      const current = useTask(task, { userId })
      rendered.push(current.view)
      shown.push(current)
      return `${current.view.key} ${current.view.status}. `
    },
  }
}

test('in strict mode two components of a task leave one subscription, and none when they are gone', async () => {
  const { show, live, element, root, complaints } = await build()
  const { Show } = createShow()
  const strict = (...children: ReactNode[]): ReactNode => createElement(StrictMode, {}, ...children)
  show(strict(createElement(Show, { key: 1 }), createElement(Show, { key: 2 })))
  await expect.poll(live).toBe(1)
  expect(element.textContent).toBe('ada|first idle. ada|first idle. ')
  show(strict(createElement(Show, { key: 2 })))
  await expect.poll(live).toBe(1)
  flushSync(() => root.unmount())
  await expect.poll(live).toBe(0)
  expect(complaints).toEqual([])
})

test('it renders once for each change of its own task, and for nothing else', async () => {
  const gate = createGate()
  const task = defineTask({ scope: 'first', run: () => gate.opened })
  const { registry, show, live, advance } = await build({ tasks: [task, second] })
  const { Show, rendered, shown } = createShow()
  const seen: TaskView[] = []
  registry.watch(task).subscribe(view => seen.push(view))
  show(createElement(Show, { task }))
  await expect.poll(live).toBe(2)
  expect(rendered).toEqual(seen)
  await (await registry.trigger(second)).done
  await advance(0)
  expect(rendered).toEqual(seen)
  await shown.at(-1)?.trigger()
  await advance(0)
  await expect.poll(() => rendered.at(-1)?.status).toBe('running')
  gate.open()
  await advance(0)
  await expect.poll(() => rendered.at(-1)?.status).toBe('idle')
  expect(rendered).toEqual(seen)
  expect(new Set(rendered).size).toBe(rendered.length)
  expect(new Set(shown.flatMap(({ trigger, cancel }) => [trigger, cancel])).size).toBe(2)
})

test('another task, another user: the view, the calls and the one subscription are theirs', async () => {
  const { registry, show, live, advance, element } = await build({ accounts: 'many' })
  await registry.signIn('bea')
  await advance(0)
  const { Show, shown } = createShow()
  for (const [task, userId] of [
    [first, 'ada'],
    [first, 'bea'],
    [second, 'bea'],
  ] as const) {
    show(createElement(Show, { task, userId }))
    expect(element.textContent).toBe(`${userId}|${task.scope} idle. `)
    await expect.poll(live).toBe(1)
  }
  const { done } = (await shown.at(-1)?.trigger()) ?? {}
  expect(await done).toMatchObject({ status: 'succeeded' })
  expect((await registry.history('bea|second')).runs).toHaveLength(1)
})

test('it follows whoever is signed in, and one user through sign-out and back', async () => {
  const { registry, show, advance, element, complaints } = await build()
  const { Show } = createShow()
  show(createElement(Show, { key: 1 }), createElement(Show, { key: 2, userId: 'ada' }))
  const texts = (): (string | null)[] => [element.textContent]
  await registry.signIn('bea')
  await advance(0)
  await expect.poll(texts).toEqual(['bea|first idle. ada|first signed-out. '])
  await registry.signOut()
  await advance(0)
  await expect.poll(() => element.textContent).toMatch(/signed-out. ada\|first signed-out. $/)
  await registry.signIn('ada')
  await advance(0)
  await expect.poll(texts).toEqual(['ada|first idle. ada|first idle. '])
  expect(complaints).toEqual([])
})

test('while nobody is signed in a component that is mounted does not render without end', async () => {
  const { registry, show, advance, element, complaints } = await build()
  await registry.signOut()
  await advance(0)
  const { Show, rendered } = createShow()
  show(createElement(Show))
  expect(element.textContent).toContain('signed-out')
  await new Promise(requestAnimationFrame)
  expect([rendered.length, complaints]).toEqual([1, []])
})

test('a press whose component is gone when it is answered is answered all the same', async () => {
  const { show, live, root, complaints } = await build()
  const { Show, shown } = createShow()
  show(createElement(Show))
  await expect.poll(live).toBe(1)
  const answer = shown.at(-1)?.trigger()
  flushSync(() => root.unmount())
  expect(await (await answer)?.done).toMatchObject({ status: 'succeeded' })
  expect([live(), complaints]).toEqual([0, []])
})

test('a component that comes shows what others show, and tells them nothing while it renders', async () => {
  const gate = createGate()
  const task = defineTask({ scope: 'first', run: () => gate.opened })
  const { registry, clock, show, live, advance, complaints } = await build({ tasks: [task] })
  const { Show, rendered } = createShow()
  await registry.trigger(task)
  await advance(0)
  show(createElement(Show, { key: 1, task }))
  await expect.poll(live).toBe(1)
  // The lease is over, and no timer has told so yet.
  clock.moveWall(3_600_000)
  show(createElement(Show, { key: 1, task }), createElement(Show, { key: 2, task }))
  gate.open()
  expect(new Set(rendered).size).toBe(1)
  expect(complaints).toEqual([])
})

test('one that names the user whom others follow finds what is new, and they hear of it when it has rendered', async () => {
  const gate = createGate()
  const task = defineTask({ scope: 'first', run: () => gate.opened })
  const { registry, clock, show, live, advance, complaints } = await build({ tasks: [task] })
  // Before the registry closes, which waits for its stages.
  onTestFinished(gate.open)
  const follower = createShow()
  const named = createShow()
  await registry.trigger(task)
  await advance(0)
  show(createElement(follower.Show, { key: 1, task }))
  await expect.poll(live).toBe(1)
  // The lease is over, and no timer has told so yet.
  clock.moveWall(3_600_000)
  show(
    createElement(follower.Show, { key: 1, task }),
    createElement(named.Show, { key: 2, task, userId: 'ada' }),
  )
  for (const { rendered } of [follower, named])
    await expect.poll(() => rendered.at(-1)?.running?.responding).toBe(false)
  expect(complaints).toEqual([])
})

test('a provider that is given its registry later, then another one, shows each of them, and the nearest provider counts', async () => {
  const { registry, root, live, element, complaints } = await build()
  const other = buildTimed({ tasks: [first, second] })
  const counted = countWatches(other.registry)
  await other.registry.signIn('bea')
  await other.advance(0)
  const { Show, shown } = createShow()
  const app = (outer: TaskRegistry | null, inner: TaskRegistry | null): ReactNode =>
    createElement(
      RegistryProvider,
      { registry: outer },
      createElement(Show),
      createElement(RegistryProvider, { registry: inner }, createElement(Show)),
    )
  const [mine, yours] = ['ada|first idle. ', 'bea|first idle. ']
  for (const [outer, inner, text, watched] of [
    [null, null, ' loading.  loading. ', [0, 0]],
    [registry, counted.registry, mine + yours, [1, 1]],
    [counted.registry, null, `${yours} loading. `, [0, 1]],
    [registry, registry, mine + mine, [2, 0]],
  ] as const) {
    flushSync(() => root.render(app(outer, inner)))
    await expect.poll(() => [live(), counted.live()]).toEqual(watched)
    expect(element.textContent).toBe(text)
  }
  expect(await (await shown.at(-1)?.trigger())?.done).toMatchObject({ status: 'succeeded' })
  expect((await registry.history(first)).runs).toHaveLength(1)
  expect(complaints).toEqual([])
})

test('when the registry is closed what is shown stays, who comes shows that it loads, and a press says that it is closed', async () => {
  const { registry, show, live, element, complaints } = await build()
  const { Show, shown } = createShow()
  const strict = (...children: ReactNode[]): ReactNode => createElement(StrictMode, {}, ...children)
  show(strict(createElement(Show, { key: 1 })))
  await expect.poll(live).toBe(1)
  await registry.close()
  show(strict(createElement(Show, { key: 1 }), createElement(Show, { key: 2, userId: 'bea' })))
  expect(element.textContent).toBe('ada|first idle.  loading. ')
  // Of the first no component is left: whoever comes back to it finds no view any more.
  show(strict(createElement(Show, { key: 2, userId: 'bea' })))
  show(strict(createElement(Show, { key: 1 })))
  expect(element.textContent).toBe(' loading. ')
  expect(await rejectionOf(Promise.resolve(shown.at(-1)?.trigger()))).toMatchObject({
    code: 'closed',
  })
  expect([live(), complaints]).toEqual([0, []])
})

test("a press that hands on React's event is told how to write it, and so is one of any other listener", async () => {
  const { show, element } = await build()
  const answers: Promise<unknown>[] = []
  function Press(): ReactNode {
    const { trigger, cancel } = useTask(first)
    // Which does not compile, and must be understood by whoever does not.
    const onClick = (event: object): void => {
      answers.push(rejectionOf(trigger(event)), rejectionOf(cancel(event)))
    }
    return createElement('button', { onClick })
  }
  show(createElement(Press))
  element.addEventListener('click', event => {
    const { trigger } = createTaskCalls(() => ({
      registry: buildTimed({ tasks: [first] }).registry,
      task: first,
      userId: 'ada',
    }))
    answers.push(rejectionOf(trigger(event as object)))
  })
  element.querySelector('button')?.click()
  const errors = await Promise.all(answers)
  expect(errors).toHaveLength(3)
  for (const error of errors) {
    expect(error).toMatchObject({
      code: 'invalid-argument',
      message: expect.stringMatching(/an event\? write \(\) => call\(\)\.$/) as unknown,
    })
  }
})

test('hydrating begins with what the server sent, then shows the view', async () => {
  const { element, complaints } = buildPage()
  const { registry, advance } = buildTimed({ tasks: [first] })
  await registry.signIn('ada')
  await advance(0)
  const { Show, rendered } = createShow()
  const app = (given: TaskRegistry | null): ReactNode =>
    createElement(RegistryProvider, { registry: given }, createElement(Show))
  element.innerHTML = renderToString(app(null))
  const root = hydrateRoot(element, app(registry), {
    onRecoverableError: error => complaints.push(String(error)),
  })
  onTestFinished(() => root.unmount())
  await expect.poll(() => element.textContent).toBe('ada|first idle. ')
  expect(rendered.map(({ status }) => status)).toEqual(['loading', 'loading', 'idle'])
  expect(complaints).toEqual([])
})

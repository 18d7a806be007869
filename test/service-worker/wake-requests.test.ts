/** When a page asks the browser to wake the service worker, and what its views say of that. */
import { expect, test } from 'vitest'
import { defineTask, type TaskView, TaskFailure } from '../../src/index.ts'
import { createGate } from '../registry/faulty-store.ts'
import { buildTimed } from '../registry/build.ts'
import { buildApp } from './build.ts'

/** A task that fails each time, and how often it was called. */
function createFailing() {
  const calls: number[] = []
  const task = defineTask({
    scope: 'sync',
    retry: { baseMs: 1_000, capMs: 1_000 },
    run({ attempt }) {
      calls.push(attempt)
      throw new TaskFailure('retryable', 'no answer')
    },
  })
  return { task, calls }
}

test('what is put off until the network is there is asked for, once for many triggers', async () => {
  const task = defineTask({ scope: 'sync', run() {} })
  const { page, pageBrowser, advance } = await buildApp({ tasks: [task] })
  page.environment.setOnline(false)
  for (let edit = 0; edit < 5; edit++) {
    await page.registry.trigger(task, { source: 'change', brings: 'news' })
    await advance(200)
  }
  expect(pageBrowser.asked()).toBe(1)
})

test('a run that waits for its retry is asked for once, however often it fails', async () => {
  const { task, calls } = createFailing()
  const { page, pageBrowser, advance } = await buildApp({ tasks: [task] })
  await page.registry.trigger(task)
  await advance(5_000)
  expect(calls.length).toBeGreaterThan(2)
  expect(pageBrowser.asked()).toBe(1)
})

test('what a person or a sign-in has to end is not asked for', async () => {
  const auth = defineTask({
    scope: 'auth',
    run() {
      throw new TaskFailure('auth', 'sign in')
    },
  })
  const gated = defineTask({ scope: 'gated', when: () => 'not now', run() {} })
  const paused = defineTask({ scope: 'paused', run() {} })
  const { page, pageBrowser, advance } = await buildApp({ tasks: [auth, gated, paused] })
  await page.registry.pause(paused)
  for (const task of [auth, gated, paused]) await page.registry.trigger(task)
  await advance(1_000)
  page.environment.emit('hidden')
  expect(pageBrowser.asked()).toBe(0)
})

test('a page that is hidden while something is under way asks, since it may be about to end', async () => {
  const gate = createGate()
  const task = defineTask({ scope: 'sync', run: () => gate.opened })
  const { page, pageBrowser, advance } = await buildApp({ tasks: [task] })
  page.environment.emit('hidden')
  expect(pageBrowser.asked()).toBe(0)
  await page.registry.trigger(task)
  await advance(0)
  expect(pageBrowser.asked()).toBe(0)
  page.environment.emit('hidden')
  expect(pageBrowser.asked()).toBe(1)
  gate.open()
  await advance(0)
})

test('each view says what the browser does once no page is open, and changes with that', async () => {
  const task = defineTask({ scope: 'sync', run() {} })
  const { page, pageBrowser, advance } = await buildApp({ tasks: [task] })
  const seen: TaskView['background'][] = []
  page.registry.watch(task).subscribe(view => seen.push(view.background))
  await advance(0)
  pageBrowser.learn({ sync: 'refused', periodicSync: 'off' })
  await page.registry.signOut()
  expect(seen).toEqual([
    { sync: 'unknown', periodicSync: 'off' },
    { sync: 'refused', periodicSync: 'off' },
    null,
  ])
})

test('without `background` the views say nothing of it', async () => {
  const { registry, advance } = buildTimed({ tasks: [createFailing().task] })
  await registry.signIn('ada')
  await advance(0)
  expect(registry.snapshot('ada|sync').background).toBeNull()
})

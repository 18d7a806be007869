/** What do presses on the sync button do whose promises take their time, or whose element is gone meanwhile? */
import { afterEach, expect, test, vi } from 'vitest'
import { states } from '../element/states.ts'
import type { TaskView } from '../../src/model/view.ts'
import { answer, idle, inside, placed, settled, standIn, textOf } from './sync-button-page.ts'

const signedOut = states['signed out'] as TaskView
const never = new Promise<never>(() => undefined)
afterEach(() => document.body.replaceChildren())

test('an app whose sign-in never settles leaves a button that can be pressed: for it again, and for what is next', async () => {
  const { registry, calls, views } = standIn(signedOut)
  const element = await placed(registry)
  let asked = 0
  element.signIn = () => {
    asked += 1
    return never
  }
  await settled()
  for (const times of [1, 2]) {
    inside(element, '.button').click()
    await settled()
    expect(asked).toBe(times)
  }
  views.next(idle)
  inside(element, '.button').click()
  await settled()
  expect(calls).toContain('trigger ada|sync')
})

test.each([
  [
    'throws',
    () => {
      throw new Error('closed by the person')
    },
  ],
  ['rejects', () => Promise.reject(new Error('closed by the person'))],
])('a sign-in that %s is told to the person and to the app', async (_, signIn) => {
  const { registry } = standIn(signedOut)
  const element = await placed(registry)
  const heard: unknown[] = []
  element.addEventListener('leasehold-error', event => heard.push(event.detail))
  element.signIn = signIn
  await settled()
  inside(element, '.button').click()
  await settled()
  expect(heard).toEqual([new Error('closed by the person')])
  expect(textOf(element, '.answer')).toBe('That did not work.')
})

test('a sign-in that ends when the element is gone watches nothing; back in the document it does', async () => {
  const { registry, views, watching } = standIn(signedOut)
  const element = await placed(registry)
  let settle: () => void = () => undefined
  element.signIn = () =>
    new Promise<void>(resolve => {
      settle = resolve
    })
  await settled()
  inside(element, '.button').click()
  // The views of a key end with its user; the next ones do not.
  views.complete()
  const next = standIn()
  registry.watch = next.registry.watch
  element.remove()
  settle()
  await settled()
  expect([watching(), next.watching()]).toEqual([0, 0])
  document.body.append(element)
  await settled()
  expect(next.watching()).toBe(1)
})

test('a press that is never answered blocks no press about another task, nor about the same one later', async () => {
  const { registry, calls } = standIn()
  const element = await placed(registry)
  const { trigger } = registry
  registry.trigger = () => never
  inside(element, '.button').click()
  registry.trigger = trigger
  for (const task of ['ada|other', 'ada|sync']) {
    element.task = task
    await settled()
    inside(element, '.button').click()
    await settled()
    expect(calls).toContain(`trigger ${task}`)
  }
})

test('what the storage did not take is asked again by itself, and said so; what a newer version holds is no fault of storage', async () => {
  const { registry } = standIn()
  const element = await placed(registry)
  const deferred = { ...answer('joined', idle), decision: 'deferred', stored: false } as const
  registry.trigger = () => Promise.resolve({ ...deferred, reason: 'store-waiting' })
  inside(element, '.button').click()
  await expect
    .poll(() => textOf(element, '.answer'))
    .toBe('The storage of this browser does not answer: your press counts when it does.')
  registry.trigger = () => Promise.resolve({ ...deferred, reason: 'reload-needed' })
  inside(element, '.button').click()
  await expect
    .poll(() => textOf(element, '.answer'))
    .toBe('Not started: a newer version of this app is in use.')
})

test('a cancel that the storage did not take is said to be none', async () => {
  const { registry } = standIn(states['waiting for a retry'])
  const element = await placed(registry)
  registry.cancel = () =>
    Promise.reject(Object.assign(new Error('no answer'), { code: 'store-unavailable' }))
  inside(element, '.cancel').click()
  await expect
    .poll(() => textOf(element, '.answer'))
    .toBe('The storage of this browser does not answer')
})

test('removed while a press is pending, and for good, it leaves no listener, timer or subscription', async () => {
  const { registry, watching } = standIn()
  const added = vi.spyOn(document, 'addEventListener')
  const removed = vi.spyOn(document, 'removeEventListener')
  const begun = vi.spyOn(window, 'setTimeout')
  const ended = vi.spyOn(window, 'clearTimeout')
  const element = await placed(registry)
  registry.trigger = () => never
  inside(element, '.button').click()
  element.remove()
  const listeners = (spy: typeof added) => new Set(spy.mock.calls.map(([, listener]) => listener))
  expect(listeners(added).size).toBeGreaterThan(0)
  expect(
    [...listeners(added)].filter(each => !listeners(removed as typeof added).has(each)),
  ).toEqual([])
  const cleared = new Set(ended.mock.calls.map(([timer]) => timer))
  // Those of the element wait for long: the next midnight.
  const left = begun.mock.calls.flatMap(([, delay], index) =>
    (delay ?? 0) > 0 && !cleared.has(begun.mock.results[index]?.value as number) ? [delay] : [],
  )
  vi.restoreAllMocks()
  expect([left, watching()]).toEqual([[], 0])
})

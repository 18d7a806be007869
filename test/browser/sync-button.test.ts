/** The life of the sync button in a document: properties, moves, presses, focus, and what it tells. */
import { afterEach, expect, test } from 'vitest'
import { defineSyncButton, type SyncButtonElement } from '../../src/element/index.ts'
import type { TaskView } from '../../src/model/view.ts'
import type { TriggerAnswer } from '../../src/registry/task-registry.ts'
import { now, progressOf, runningView, states } from '../element/states.ts'
import {
  answer,
  failing,
  idle,
  inside,
  name,
  placed,
  settled,
  standIn,
  textOf,
} from './sync-button-page.ts'

afterEach(() => document.body.replaceChildren())

// Before any other: from there on the name is taken.
test('what is set before the element is defined counts', async () => {
  const { registry, calls } = standIn()
  const early = document.createElement(name)
  Object.assign(early, { registry, userId: 'ada', label: 'Abgleichen', detailed: true })
  early.setAttribute('task', 'ada|sync')
  document.body.append(early)
  defineSyncButton()
  defineSyncButton()
  await settled()
  expect(calls).toEqual(['watch ada|sync of ada'])
  expect(textOf(early, '.button')).toBe('Abgleichen')
  expect(Object.keys(early)).toEqual([])
  expect(early.getAttribute('user-id')).toBe('ada')
  expect(early.detailed).toBe(true)
})

test('without a registry or a task it shows that it loads, and a press does nothing', async () => {
  defineSyncButton()
  const element = document.createElement(name)
  document.body.append(element)
  await settled()
  inside(element, '.button').click()
  expect(inside(element, '.button').getAttribute('aria-disabled')).toBe('true')
  expect(textOf(element, '.headline')).toBe('Looking at what is stored…')
})

test('out of the document nothing is watched; moved, or back in it, the element goes on', async () => {
  const { registry, watching, views } = standIn()
  const element = await placed(registry)
  expect(watching()).toBe(1)
  const other = document.createElement('div')
  document.body.append(other)
  other.append(element)
  await settled()
  expect(watching()).toBe(1)
  element.remove()
  expect(watching()).toBe(0)
  views.next(failing)
  await settled()
  expect(textOf(element, '.button')).toBe('Sync now')
  document.body.append(element)
  await settled()
  expect(watching()).toBe(1)
  expect(textOf(element, '.button')).toBe('Retry now')
  // In and out in one moment.
  element.remove()
  document.body.append(element)
  element.remove()
  await settled()
  expect(watching()).toBe(0)
})

test('in another document it keeps its style and goes on, and so it does back in its own', async () => {
  const { registry, watching } = standIn()
  const element = await placed(registry)
  const frame = document.createElement('iframe')
  document.body.append(frame)
  const other = frame.contentDocument?.body
  for (const parent of [other, document.body]) {
    parent?.append(element)
    await settled()
    expect(watching()).toBe(1)
    expect(getComputedStyle(inside(element, '.live')).position).toBe('absolute')
  }
})

test('what is set together is watched once, and another task leaves nothing of the one before', async () => {
  const first = standIn(failing)
  const second = standIn()
  const element = await placed(first.registry)
  element.userId = 'grace'
  element.task = 'grace|other'
  element.registry = second.registry
  await settled()
  expect(first.calls).toEqual(['watch ada|sync'])
  expect(first.watching()).toBe(0)
  expect(second.calls).toEqual(['watch grace|other of grace'])
  expect(textOf(element, '.headline')).toMatch(/^Last success/)
  element.task = null
  await settled()
  expect(second.watching()).toBe(0)
  expect(textOf(element, '.headline')).toBe('Looking at what is stored…')
})

test('a double click, and a press while the answer is awaited, trigger once', async () => {
  const { registry, calls } = standIn()
  const element = await placed(registry)
  const button = inside(element, '.button')
  const click = (detail: number) =>
    button.dispatchEvent(new MouseEvent('click', { detail, bubbles: true }))
  const triggers = () => calls.filter(call => call.startsWith('trigger')).length
  // One that comes while the answer to the first is awaited, …
  for (const detail of [1, 1]) click(detail)
  await settled()
  expect(triggers()).toBe(1)
  // … and one that comes when the button may have become another.
  click(2)
  await settled()
  expect(triggers()).toBe(1)
  click(1)
  await settled()
  expect(triggers()).toBe(2)
})

test('a press tells the app what the registry answered, and an error that it threw', async () => {
  const { registry } = standIn()
  const heard: string[] = []
  const element = await placed(registry)
  document.body.addEventListener(
    'leasehold-trigger',
    event => heard.push(`trigger ${event.detail.decision}`),
    { once: true },
  )
  document.body.addEventListener(
    'leasehold-error',
    event => heard.push(`error ${String(event.detail)}`),
    { once: true },
  )
  inside(element, '.button').click()
  await settled()
  registry.trigger = () => Promise.reject(new Error('closed'))
  inside(element, '.button').click()
  await settled()
  expect(heard).toEqual(['trigger started', 'error Error: closed'])
  expect(textOf(element, '.answer')).toBe('That did not work.')
  expect(textOf(element, '.live')).toBe('That did not work.')
})

test('the answer to one task is not shown for the next', async () => {
  const { registry } = standIn()
  const element = await placed(registry)
  let resolve: (answered: TriggerAnswer<unknown>) => void = () => undefined
  registry.trigger = () =>
    new Promise(answered => {
      resolve = answered
    })
  inside(element, '.button').click()
  element.task = 'ada|other'
  await settled()
  resolve(answer('joined', idle))
  await settled()
  expect(textOf(element, '.answer')).toBe('')
})

test('cancel names the run that is seen, and the focus goes to the button when there is nothing to cancel', async () => {
  const { registry, calls, views } = standIn(failing)
  const element = await placed(registry)
  element.focus()
  expect(element.shadowRoot?.activeElement).toBe(inside(element, '.button'))
  views.next(runningView())
  expect(element.shadowRoot?.activeElement).toBe(inside(element, '.button'))
  inside(element, '.cancel').focus()
  inside(element, '.cancel').click()
  await settled()
  expect(calls).toContain('cancel ada|sync run-2')
  views.next(runningView({ cancelling: true, canCancel: false }))
  expect(element.shadowRoot?.activeElement).toBe(inside(element, '.button'))
  expect(inside(element, '.cancel').hidden).toBe(true)
})

test('a reload is announced to the app, which may prevent it', async () => {
  const { registry } = standIn(states['reload needed'])
  const element = await placed(registry)
  let asked = 0
  element.addEventListener('leasehold-reload', event => {
    asked += 1
    event.preventDefault()
  })
  inside(element, '.button').click()
  await settled()
  expect(asked).toBe(1)
})

test('a paused task is resumed, and signed out the button leads to the sign-in that the app has', async () => {
  const { registry, calls, views, watching } = standIn(states['paused'])
  const element = await placed(registry)
  inside(element, '.button').click()
  await settled()
  expect(calls).toContain('resume ada|sync')
  let signedIn = 0
  element.signIn = () => {
    signedIn += 1
  }
  await settled()
  views.next(states['signed out'] as TaskView)
  // The views of a key end with its user.
  views.complete()
  await settled()
  inside(element, '.button').click()
  await settled()
  expect(signedIn).toBe(1)
  expect(calls.filter(call => call.startsWith('watch'))).toHaveLength(2)
  expect(watching()).toBe(0)
})

test('one hundred steps of progress are shown, and none of them is told', async () => {
  const { registry, views } = standIn()
  const element = await placed(registry)
  inside(element, '.button').click()
  await settled()
  views.next(runningView())
  const told = textOf(element, '.live')
  expect(told).toBe('Syncing in another tab')
  let changes = 0
  const observer = new MutationObserver(records => {
    changes += records.length
  })
  observer.observe(inside(element, '.live'), {
    childList: true,
    characterData: true,
    subtree: true,
  })
  for (let done = 1; done <= 100; done += 1)
    views.next(runningView({ progress: progressOf(done, 100) }))
  await settled()
  expect(changes).toBe(0)
  expect(inside(element, '.progress').getAttribute('aria-valuenow')).toBe('100')
  expect(textOf(element, '.facts')).toContain('100 of 100')
})

test('times are written in the locale of the attribute, else of the nearest lang, through shadow trees too', async () => {
  const afternoon = new Date(now).setHours(15, 1)
  const { registry } = standIn({ ...idle, lastSuccessAt: afternoon })
  const element = await placed(registry)
  const outer = document.createElement('div')
  const host = document.createElement('div')
  outer.lang = 'en-US'
  outer.append(host)
  document.body.append(outer)
  host.attachShadow({ mode: 'open' }).append(element)
  await settled()
  expect(textOf(element, '.headline')).toMatch(/3:01\sPM/)
  element.lang = 'de'
  await settled()
  expect(textOf(element, '.headline')).toContain('15:01')
  element.locale = 'en-US'
  await settled()
  expect(textOf(element, '.headline')).toMatch(/3:01\sPM/)
})

test('from right to left all is mirrored, and a name in another script stays whole', async () => {
  const { registry } = standIn(runningView({ progress: progressOf(1, 4) }))
  const element = await placed(registry)
  element.dir = 'rtl'
  element.texts = { running: 'מסנכרן כבר', since: 'מאז {time}' }
  await settled()
  const box = (selector: string) => inside(element, selector).getBoundingClientRect()
  expect(box('.cancel').right).toBeLessThanOrEqual(box('.button').left)
  expect(box('.icon').left).toBeGreaterThan(box('.label').left)
  expect(box('.progress-fill').right).toBeCloseTo(box('.progress').right, 0)
  expect(
    [...inside(element, '.label').querySelectorAll('bdi')].map(each => each.textContent),
  ).toEqual(['מסנכרן כבר', 'pulling', expect.stringMatching(/^מאז/)])
})

test('no line ends with a separator, and none is seen to begin with one', async () => {
  const { registry } = standIn(runningView({ progress: progressOf(1, 4) }))
  const element = await placed(registry)
  element.style.inlineSize = '22rem'
  await settled()
  const edge = inside(element, '.label').getBoundingClientRect().left
  const lines = new Map<number, string>()
  for (const unit of inside(element, '.label').children) {
    const [mark, piece] = [...unit.children].map(child => child.getBoundingClientRect())
    if (!mark || !piece) throw new Error('a piece without its mark')
    expect(mark.right).toBeLessThanOrEqual(piece.left + 1)
    const isSeen = mark.width > 0 && mark.left >= edge
    const before = lines.get(piece.top) ?? ''
    expect(isSeen).toBe(before !== '')
    lines.set(piece.top, `${before}${isSeen ? '·' : ''}${unit.lastElementChild?.textContent}`)
  }
  expect(lines.size).toBeGreaterThan(1)
  expect(lines.size).toBeLessThan(inside(element, '.label').children.length)
  expect(getComputedStyle(inside(element, '.label')).overflowX).toBe('clip')
})

test('each name has its own texts', async () => {
  defineSyncButton({ name: 'my-sync', texts: { syncNow: 'Abgleichen' } })
  const { registry } = standIn()
  const element = document.createElement('my-sync') as SyncButtonElement
  Object.assign(element, { registry, task: 'ada|sync' })
  document.body.append(element)
  await settled()
  expect(textOf(element, '.button')).toBe('Abgleichen')
})

// Is each kind of real context recognised, and do real events become signals?
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { systemEnvironment } from '../../src/platform/environment.ts'
import type { LifeSignal } from '../../src/port/environment.ts'
import { ask, nextUncaught, startWorker } from '../platform/ask-peer.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

test('this page is a tab, called by its title', () => {
  const before = document.title
  onTestFinished(() => {
    document.title = before
  })
  document.title = 'Courses'
  const environment = systemEnvironment()
  expect([environment.kind, environment.label()]).toEqual(['tab', 'Courses'])
  expect([environment.isVisible(), environment.isOnline()]).toEqual([true, true])
})

test('a worker is a worker, called by its name, and hears what workers are told', async () => {
  expect(await ask(startWorker('sync-worker'), { do: 'describe' })).toEqual({
    kind: 'worker',
    label: 'sync-worker',
    visible: true,
    online: true,
    heard: ['offline', 'online'],
  })
})

test('a service worker is a service worker, which nobody sees', async () => {
  const registration = await navigator.serviceWorker.register(
    new URL('../platform/peer.ts', import.meta.url),
    { type: 'module' },
  )
  onTestFinished(async () => {
    await registration.unregister()
  })
  const worker = registration.installing ?? registration.waiting ?? registration.active
  if (!worker) throw new Error('a service worker that was just registered is nowhere')
  expect(await ask(worker, { do: 'describe' })).toEqual({
    kind: 'service-worker',
    label: 'service-worker',
    visible: false,
    online: true,
    heard: ['offline', 'online'],
  })
})

test('real events become signals, and a load that ends is no return', () => {
  const { listen } = systemEnvironment()
  const heard: LifeSignal[] = []
  const signals = ['visible', 'hidden', 'online', 'offline', 'pageshow', 'resume', 'focus'] as const
  const stops = signals.map(signal => listen(signal, () => heard.push(signal)))
  for (const type of ['online', 'offline', 'focus']) dispatchEvent(new Event(type))
  document.dispatchEvent(new Event('visibilitychange'))
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }))
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  document.dispatchEvent(new Event('resume'))
  for (const stop of stops) stop()
  dispatchEvent(new Event('focus'))
  expect(heard).toEqual(['online', 'offline', 'focus', 'visible', 'pageshow', 'resume', 'resume'])
})

test('a listener that throws is reported as uncaught, and the next one is called', async () => {
  const worker = startWorker()
  const reported = nextUncaught(worker)
  expect(await ask(worker, { do: 'break-listener' })).toBe('went on')
  expect(await reported).toContain('this listener broke')
})

test('the page is listened to while somebody wants it, and never about unloading', () => {
  const added = [vi.spyOn(window, 'addEventListener'), vi.spyOn(document, 'addEventListener')]
  const removed = [
    vi.spyOn(window, 'removeEventListener'),
    vi.spyOn(document, 'removeEventListener'),
  ]
  const types = (spies: typeof added): string[] =>
    spies.flatMap(spy => spy.mock.calls.map(([type]) => type)).toSorted()
  const { listen } = systemEnvironment()
  expect(types(added)).toEqual([])
  const signals = [
    'visible',
    'hidden',
    'online',
    'offline',
    'pageshow',
    'pagehide',
    'resume',
    'focus',
  ] as const
  const twice = [...signals, ...signals].map(signal => listen(signal, () => undefined))
  const events = [
    'focus',
    'offline',
    'online',
    'pagehide',
    'pageshow',
    'pageshow',
    'resume',
    'visibilitychange',
    'visibilitychange',
  ]
  expect(types(added)).toEqual(events)
  for (const stop of twice.slice(0, signals.length)) stop()
  expect(types(removed)).toEqual([])
  for (const stop of twice) stop()
  expect(types(removed)).toEqual(events)
})

test('what a page leaves behind is there for the next one, under its name', () => {
  onTestFinished(() => {
    localStorage.removeItem('mine:bye')
  })
  const { leaveNote, readNote } = systemEnvironment()
  expect(readNote('mine:bye')).toBeNull()
  leaveNote('mine:bye', 'first')
  leaveNote('mine:bye', 'second')
  expect([systemEnvironment().readNote('mine:bye'), readNote('other:bye')]).toEqual([
    'second',
    null,
  ])
})

test('where nothing can be kept, a note is lost without an error', () => {
  const { leaveNote, readNote } = systemEnvironment()
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  leaveNote('mine:bye', 'first')
  expect(readNote('mine:bye')).toBeNull()
})

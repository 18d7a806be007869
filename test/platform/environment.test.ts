// Is each kind of context recognised, and does the unknown mean visible and online?
import { afterEach, expect, test, vi } from 'vitest'
import { systemEnvironment } from '../../src/platform/environment.ts'
import type { LifeSignal } from '../../src/port/environment.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** A scope that this context counts as its own. */
const ownScope = Object.defineProperty(() => undefined, Symbol.hasInstance, { value: () => true })

function stubPage(page: { title?: string; visibilityState?: string }): void {
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('document', page)
}

test('Node is visible, online, and hears nothing', () => {
  const environment = systemEnvironment()
  expect(environment.kind).toBe('node')
  expect(environment.label()).toBe('node')
  expect(environment.isVisible()).toBe(true)
  expect(environment.isOnline()).toBe(true)
  const signals: LifeSignal[] = [
    'visible',
    'hidden',
    'online',
    'offline',
    'pageshow',
    'pagehide',
    'resume',
    'focus',
  ]
  for (const signal of signals) {
    const stop = environment.listen(signal, () => undefined)
    stop()
    stop()
  }
})

test('a page is a tab, called by the title that it has when asked', () => {
  const page = { title: 'Courses' }
  stubPage(page)
  const environment = systemEnvironment()
  expect([environment.kind, environment.label()]).toEqual(['tab', 'Courses'])
  page.title = 'Course 7'
  expect(environment.label()).toBe('Course 7')
})

test('a page without a title is called a tab, and a very long title is cut', () => {
  stubPage({ title: '' })
  expect(systemEnvironment().label()).toBe('tab')
  stubPage({ title: 'x'.repeat(5_000) })
  expect(systemEnvironment().label()).toBe('x'.repeat(100))
})

test('a worker is called by its name, else a worker', () => {
  vi.stubGlobal('WorkerGlobalScope', ownScope)
  vi.stubGlobal('name', 'sync-worker')
  expect([systemEnvironment().kind, systemEnvironment().label()]).toEqual(['worker', 'sync-worker'])
  vi.stubGlobal('name', '')
  expect(systemEnvironment().label()).toBe('worker')
})

test('a worker that was given a window and a document is still a worker', () => {
  vi.stubGlobal('WorkerGlobalScope', ownScope)
  stubPage({ title: 'fake' })
  expect(systemEnvironment().kind).toBe('worker')
})

test('a service worker is told from other workers', () => {
  vi.stubGlobal('WorkerGlobalScope', ownScope)
  vi.stubGlobal('ServiceWorkerGlobalScope', ownScope)
  expect([systemEnvironment().kind, systemEnvironment().label()]).toEqual([
    'service-worker',
    'service-worker',
  ])
})

test('a page that merely knows the name of another scope is a tab', () => {
  vi.stubGlobal('WorkerGlobalScope', Map)
  stubPage({ title: 'Courses' })
  expect(systemEnvironment().kind).toBe('tab')
})

test('a page is hidden only when it says so', () => {
  const page: { visibilityState?: string } = {}
  stubPage(page)
  const { isVisible } = systemEnvironment()
  expect(isVisible()).toBe(true)
  page.visibilityState = 'hidden'
  expect(isVisible()).toBe(false)
  page.visibilityState = 'visible'
  expect(isVisible()).toBe(true)
})

test('a context is offline only when its navigator says so', () => {
  const { isOnline } = systemEnvironment()
  vi.stubGlobal('navigator', undefined)
  expect(isOnline()).toBe(true)
  vi.stubGlobal('navigator', {})
  expect(isOnline()).toBe(true)
  vi.stubGlobal('navigator', { onLine: false })
  expect(isOnline()).toBe(false)
})

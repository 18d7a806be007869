// Does each signal mean what it says, and is the platform listened to only while somebody wants it?
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSignals } from '../../src/platform/signals.ts'
import type { LifeSignal } from '../../src/port/environment.ts'

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

/** An event target that counts its listeners. */
class CountingTarget extends EventTarget {
  readonly counts = new Map<string, number>()

  override addEventListener(...[type, ...rest]: Parameters<EventTarget['addEventListener']>): void {
    this.counts.set(type, (this.counts.get(type) ?? 0) + 1)
    super.addEventListener(type, ...rest)
  }

  override removeEventListener(
    ...[type, ...rest]: Parameters<EventTarget['removeEventListener']>
  ): void {
    this.counts.set(type, (this.counts.get(type) ?? 0) - 1)
    super.removeEventListener(type, ...rest)
  }

  present(): string[] {
    return [...this.counts].flatMap(([type, count]) => Array<string>(count).fill(type)).toSorted()
  }
}

let page: CountingTarget & { visibilityState: string }
let context: CountingTarget

beforeEach(() => {
  page = Object.assign(new CountingTarget(), { visibilityState: 'visible' })
  context = new CountingTarget()
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', context.addEventListener.bind(context))
  vi.stubGlobal('removeEventListener', context.removeEventListener.bind(context))
})

afterEach(() => {
  vi.unstubAllGlobals()
})

/** All signals that arrive from now on. */
function record(): LifeSignal[] {
  const heard: LifeSignal[] = []
  const listen = createSignals()
  for (const signal of signals) listen(signal, () => heard.push(signal))
  return heard
}

function turn(state: string): void {
  page.visibilityState = state
  page.dispatchEvent(new Event('visibilitychange'))
}

const pageShow = (persisted: boolean): Event => Object.assign(new Event('pageshow'), { persisted })

test('a page that turns hidden and visible says each once', () => {
  const heard = record()
  turn('hidden')
  turn('visible')
  expect(heard).toEqual(['hidden', 'visible'])
})

test('online, offline, focus and pagehide are passed on', () => {
  const heard = record()
  for (const type of ['online', 'offline', 'focus', 'pagehide'])
    context.dispatchEvent(new Event(type))
  expect(heard).toEqual(['online', 'offline', 'focus', 'pagehide'])
})

test('a page that returns from the back-forward cache is shown again and resumes', () => {
  const heard = record()
  context.dispatchEvent(pageShow(true))
  expect(heard.toSorted()).toEqual(['pageshow', 'resume'])
})

test('the end of a page load is no return', () => {
  const heard = record()
  context.dispatchEvent(pageShow(false))
  context.dispatchEvent(new Event('pageshow'))
  expect(heard).toEqual([])
})

test('a page that was frozen and thaws resumes', () => {
  const heard = record()
  page.dispatchEvent(new Event('resume'))
  expect(heard).toEqual(['resume'])
})

test('no signal waits for a page to unload', () => {
  record()
  expect(new Set([...page.present(), ...context.present()])).toEqual(
    new Set(['visibilitychange', 'resume', 'online', 'offline', 'pageshow', 'pagehide', 'focus']),
  )
})

test('nothing is installed before somebody listens', () => {
  createSignals()
  expect([...page.present(), ...context.present()]).toEqual([])
})

test('the first listener of a signal installs the event, the last removes it', () => {
  const listen = createSignals()
  const stopFirst = listen('online', () => undefined)
  const stopSecond = listen('online', () => undefined)
  expect(context.present()).toEqual(['online'])
  stopFirst()
  expect(context.present()).toEqual(['online'])
  stopSecond()
  expect(context.present()).toEqual([])
  listen('online', () => undefined)
  expect(context.present()).toEqual(['online'])
})

test('every signal leaves nothing behind', () => {
  const listen = createSignals()
  for (const stop of signals.map(signal => listen(signal, () => undefined))) stop()
  expect([...page.present(), ...context.present()]).toEqual([])
})

test('stopping twice takes nothing from another listener, not even from the same function', () => {
  const listen = createSignals()
  const heard = vi.fn()
  const stop = listen('focus', heard)
  listen('focus', heard)
  context.dispatchEvent(new Event('focus'))
  expect(heard).toHaveBeenCalledTimes(2)
  stop()
  stop()
  context.dispatchEvent(new Event('focus'))
  expect(heard).toHaveBeenCalledTimes(3)
})

test('who is stopped by another listener of the same event is not called any more', () => {
  const listen = createSignals()
  const heard = vi.fn()
  listen('focus', () => stop())
  const stop = listen('focus', heard)
  context.dispatchEvent(new Event('focus'))
  expect(heard).not.toHaveBeenCalled()
})

test('two environments do not share their listeners', () => {
  const first = vi.fn()
  const second = vi.fn()
  const stopFirst = createSignals()('online', first)
  createSignals()('online', second)
  stopFirst()
  context.dispatchEvent(new Event('online'))
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1])
})

test('a worker without a page hears online and offline, and nothing breaks for the rest', () => {
  vi.stubGlobal('document', undefined)
  const heard = record()
  context.dispatchEvent(new Event('offline'))
  expect(heard).toEqual(['offline'])
})

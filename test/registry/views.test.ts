import { expect, test } from 'vitest'
import type { RunningTaskView, TaskView } from '../../src/index.ts'
import type { KnownKey } from '../../src/registry/mirror.ts'
import { createViews } from '../../src/registry/views.ts'
import { createManualClock } from '../../src/testing/index.ts'

const ttlMs = 60_000

/** The view of a key whose lease ends a minute from now. */
function build() {
  const clock = createManualClock()
  const expiresAt = clock.now() + ttlMs
  const known = { key: 'ada|sync' } as KnownKey
  const derive = (): TaskView => {
    const responding = clock.now() < expiresAt
    const running = { responding, leaseExpiresAt: expiresAt } as RunningTaskView
    return { key: known.key, status: 'running', running } as TaskView
  }
  const views = createViews(derive, clock)
  const seen: (boolean | undefined)[] = []
  views.get(known)
  const stop = views.listen(known.key, view => seen.push(view.running?.responding))
  return { clock, views, known, seen, stop }
}

test('whoever is shown a lease hears of its end, though nothing is written and nobody asks', () => {
  const { clock, seen } = build()
  clock.advance(ttlMs - 1)
  expect(seen).toEqual([])
  clock.advance(1)
  expect(seen).toEqual([false])
  expect(clock.timers()).toBe(0)
})

test('a clock that is set forward is noticed within a minute', () => {
  const { clock, seen } = build()
  clock.moveWall(60 * ttlMs)
  clock.advance(ttlMs)
  expect(seen).toEqual([false])
})

test('a snapshot that is taken in between keeps no news from those who watch', () => {
  const { clock, views, known, seen } = build()
  clock.moveWall(ttlMs)
  expect(views.get(known).running?.responding).toBe(false)
  expect(seen).toEqual([false])
  views.refresh(known)
  expect(seen).toEqual([false])
})

test('who watches no longer leaves no timer behind', () => {
  const { clock, stop } = build()
  expect(clock.timers()).toBe(1)
  stop()
  expect(clock.timers()).toBe(0)
})

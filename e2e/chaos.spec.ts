// The short form of `npm run chaos`: half a minute of storm over five tabs of the demo.
import { expect, test } from '@playwright/test'
import { runChaos } from './chaos/chaos.ts'

const wanted = ['kill', 'freeze', 'reload', 'away', 'offline', 'enter', 'trouble']

test('after a storm over five tabs every edit was applied once, under its account, and everything is at rest', async () => {
  const { faults, figures } = await runChaos({
    seed: 11,
    ms: 30_000,
    longestFreezeMs: 8_000,
    tabs: 5,
    ttlMs: 3_000,
    wanted,
    say: line => console.log(line),
  })
  expect(faults).toEqual([])
  // It was one: each kind of trouble came, and there was something to lose.
  expect(Object.keys(figures.steps)).toEqual(expect.arrayContaining(wanted))
  expect(figures.returns.cached).toBeGreaterThan(0)
  expect(figures.edits.made).toBeGreaterThan(10)
  // An edit of a killed tab may have landed without word of it.
  expect(figures.requests['applied']).toBeGreaterThanOrEqual(figures.edits.made)
  expect(figures.requests['applied']).toBeLessThanOrEqual(figures.edits.asked)
})

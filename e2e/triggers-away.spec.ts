// The rows of the table of triggers in which something keeps a trigger away, between two tabs.
import type { Page } from '@playwright/test'
import { automatic, both, news, openTable, openTables, press } from './lib/table.ts'
import { expect, test } from './lib/test.ts'

test('what is shut keeps triggers away until it opens: the cells of storage, account, pause, gate and network', async ({
  device,
  pages,
}) => {
  await device.prepare(() => {
    const { transaction } = IDBDatabase.prototype
    IDBDatabase.prototype.transaction = function (...args) {
      if (localStorage.getItem('storage') === 'refused')
        throw new DOMException('no', 'UnknownError')
      return transaction.apply(this, args)
    }
  })
  const tabs = await openTables(device, pages.url, ['plain', 'closable'])
  const [one, two] = tabs
  let runs = 0
  /** All that was deferred runs once, in some tab. */
  async function untilRun(task: string): Promise<void> {
    runs += 1
    await expect.poll(() => one.ends(task)).toEqual(Array(runs).fill('succeeded'))
  }

  for (const [column, asked] of both) {
    await test.step(`signed out | ${column}: rejected`, async () => {
      await one.page.evaluate(() => window.table.registry.signOut())
      for (const tab of tabs) {
        await tab.untilStatus('plain', 'signed-out')
        expect(await tab.told('plain', asked)).toBe('rejected: signed-out')
      }
      for (const tab of tabs) await tab.signIn()
    })
  }
  for (const [column, asked] of both) {
    await test.step(`paused | ${column}: deferred, and runs once it is resumed in another tab`, async () => {
      await one.page.evaluate(() => window.table.registry.pause('u1|plain'))
      for (const tab of tabs) expect(await tab.told('plain', asked)).toBe('deferred: paused')
      await two.page.evaluate(() => window.table.registry.resume('u1|plain'))
      await untilRun('plain')
    })
  }
  for (const [column, asked] of both) {
    await test.step(`store unavailable | ${column}: deferred, and runs once the store is back`, async () => {
      await one.page.evaluate(() => localStorage.setItem('storage', 'refused'))
      expect(await one.told('plain', asked)).toBe('deferred: store-unavailable')
      await one.page.evaluate(() => localStorage.removeItem('storage'))
      await untilRun('plain')
    })
  }
  await test.step('offline | automatic: deferred', async () => {
    await device.context.setOffline(true)
    for (const tab of tabs) expect(await tab.told('plain', automatic)).toBe('deferred: offline')
    expect(await two.view('plain')).toMatchObject({ status: 'deferred', reason: 'offline' })
  })
  await test.step('offline | by the user: tries anyway, with what was deferred', async () => {
    expect(await two.outcome('plain', press)).toBe('succeeded')
    await untilRun('plain')
  })
  await test.step('offline | automatic: runs once the network is back', async () => {
    expect(await two.told('plain', news)).toBe('deferred: offline')
    await device.context.setOffline(false)
    await untilRun('plain')
  })
  runs = 0
  for (const [column, asked] of both) {
    await test.step(`the gate is closed | ${column}: deferred with the reason to show, and runs once it is open`, async () => {
      await one.page.evaluate(() => localStorage.setItem('gate', 'closed'))
      for (const tab of tabs) expect(await tab.told('closable', asked)).toBe('deferred: gate')
      expect((await one.view('closable')).detail).toBe('metered connection')
      await one.page.evaluate(() => {
        localStorage.removeItem('gate')
        // What makes it look at once.
        dispatchEvent(new Event('online'))
      })
      await untilRun('closable')
    })
  }
})

test('what has its time keeps triggers away until then: the cells of debounced, spaced and scheduled tasks', async ({
  device,
  pages,
}) => {
  const tabs = await openTables(device, pages.url, ['debounced', 'spaced', 'ticking'])
  const [one, two] = tabs
  await test.step('debounced task | automatic: deferred in both tabs, and run once by either', async () => {
    for (const tab of tabs) expect(await tab.told('debounced', news)).toBe('deferred: debounce')
    expect(await one.view('debounced')).toMatchObject({ status: 'deferred', reason: 'debounce' })
    await expect.poll(() => two.ends('debounced')).toEqual(['succeeded'])
  })
  await test.step('debounced task | by the user: started at once, with what waits', async () => {
    expect(await one.told('debounced', news)).toBe('deferred: debounce')
    expect(await two.outcome('debounced', press)).toBe('succeeded')
    await expect.poll(() => one.ends('debounced')).toEqual(['succeeded', 'succeeded'])
    expect(await sourcesOfNewest(one.page, 'debounced')).toEqual(['change', 'manual'])
  })
  await test.step('within the minimum interval | automatic: skipped; news is deferred to its end', async () => {
    expect(await one.outcome('spaced', press)).toBe('succeeded')
    for (const tab of tabs)
      expect(await tab.told('spaced', automatic)).toBe('skipped: min-interval')
    expect(await two.told('spaced', news)).toBe('deferred: min-interval')
    await expect.poll(() => two.ends('spaced')).toEqual(['succeeded', 'succeeded'])
  })
  await test.step('within the minimum interval | by the user: started', async () => {
    expect(await one.told('spaced', automatic)).toBe('skipped: min-interval')
    expect(await two.outcome('spaced', press)).toBe('succeeded')
  })
  await test.step('a slot not newer than the last | automatic: whichever tab fires first serves it, and none twice', async () => {
    const slots = () =>
      one.page.evaluate(async () => {
        const { runs } = await window.table.registry.history('u1|ticking')
        return runs.map(run => run.scheduledAt)
      })
    await expect.poll(async () => (await slots()).length).toBeGreaterThan(3)
    const served = await slots()
    expect(new Set(served).size).toBe(served.length)
  })
  // A run of either tab, and no more: nobody was left out, nobody ran it again.
  const called = (await Promise.all(tabs.map(tab => tab.called()))).flat()
  expect(called.filter(name => name === 'debounced')).toHaveLength(2)
})

test('a tab without a free place keeps triggers away until one is: the cells of capacity', async ({
  device,
  pages,
}) => {
  const tasks = ['plain', 'other', 'third']
  const one = await openTable(device, pages.url, tasks, 1)
  await one.does('waits')
  expect(await one.told('plain', press)).toBe('started')
  await test.step('no capacity | automatic: deferred', async () => {
    expect(await one.told('third', automatic)).toBe('deferred: capacity')
    expect(await one.view('third')).toMatchObject({ status: 'deferred', reason: 'capacity' })
  })
  await test.step('no capacity | by the user: deferred, first in line once a place is free', async () => {
    expect(await one.told('other', press)).toBe('deferred: capacity')
    expect(await one.called()).toEqual(['plain'])
    await one.does('returns')
    await one.release()
    await expect.poll(() => one.called()).toEqual(['plain', 'other', 'third'])
  })
  await test.step('no capacity | automatic: started at once by a tab that has a place', async () => {
    await one.does('waits')
    expect(await one.told('plain', press)).toBe('started')
    const two = await openTable(device, pages.url, tasks, 1)
    expect(await one.told('third', automatic)).toBe('deferred: capacity')
    await expect.poll(() => two.called()).toEqual(['third'])
    await one.release()
    for (const task of tasks) await one.untilStatus(task, 'idle')
  })
})

/** What started the newest run of the task, and what went along, in alphabetical order. */
function sourcesOfNewest(page: Page, task: string): Promise<readonly string[]> {
  return page.evaluate(async scope => {
    const { runs } = await window.table.registry.history({ userId: 'u1', scope })
    return (runs[0]?.triggers ?? []).map(({ source }) => source).toSorted()
  }, task)
}

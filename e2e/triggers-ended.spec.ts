// The rows of the table of triggers that follow from how the last run went, between two tabs.
import type { Device, Tab } from './lib/device.ts'
import { automatic, news, openTables, press, type TableTab, useTable } from './lib/table.ts'
import { expect, test } from './lib/test.ts'

test('how the last run went decides: the cells of waiting, failed and idle keys', async ({
  device,
  pages,
}) => {
  const [one, two] = await openTables(device, pages.url, ['plain', 'tired'])
  await test.step('idle | automatic: started in the tab that is asked', async () => {
    for (const tab of [one, two]) expect(await tab.outcome('plain', automatic)).toBe('succeeded')
  })
  await test.step('idle | by the user: started in the tab that is asked', async () => {
    for (const tab of [one, two]) expect(await tab.outcome('plain', press)).toBe('succeeded')
    for (const tab of [one, two]) expect(await tab.called()).toEqual(['plain', 'plain'])
  })

  await one.does('fails')
  await test.step('waiting for retry | automatic: joins; what brings something asks for a follow-up', async () => {
    expect(await one.outcome('plain', press)).toBe('waiting')
    await two.untilStatus('plain', 'waiting')
    for (const tab of [one, two]) {
      expect(await tab.told('plain', automatic)).toBe('joined: waiting-retry')
      expect(await tab.told('plain', news)).toBe('joined: waiting-retry + follow-up')
      expect(await tab.outcome('plain', automatic)).toBe('waiting')
    }
  })
  await test.step('waiting for retry | by the user: the same run starts now', async () => {
    const { runId } = await two.view('plain')
    await one.does('returns')
    expect(await two.outcome('plain', press)).toBe('succeeded')
    await expect.poll(() => one.ends('plain')).toEqual(Array(6).fill('succeeded'))
    const runs = await one.page.evaluate(
      async () => (await window.table.registry.history('u1|plain')).runs,
    )
    expect(runs[1]?.runId).toBe(runId)
  })

  await one.does('fails for good')
  await test.step('failed: fatal | automatic: skipped, until news comes', async () => {
    expect(await one.outcome('plain', press)).toBe('failed')
    await expect.poll(async () => (await two.view('plain')).last?.status).toBe('failed')
    for (const tab of [one, two]) expect(await tab.told('plain', automatic)).toBe('skipped: failed')
    await one.does('returns')
    expect(await two.outcome('plain', news)).toBe('succeeded')
  })
  await test.step('failed: fatal | by the user: started', async () => {
    await one.does('fails for good')
    expect(await one.outcome('plain', press)).toBe('failed')
    await one.does('returns')
    expect(await two.outcome('plain', press)).toBe('succeeded')
  })

  await one.does('fails')
  await test.step('failed: exhausted | automatic: deferred until the retry cap, then a new occurrence', async () => {
    expect(await one.outcome('tired', press)).toBe('failed')
    for (const tab of [one, two])
      expect(await tab.told('tired', automatic)).toBe('deferred: exhausted')
    await one.does('returns')
    await expect.poll(() => two.ends('tired')).toEqual(['failed', 'succeeded'])
  })
  await test.step('failed: exhausted | by the user: started', async () => {
    await one.does('fails')
    expect(await one.outcome('tired', press)).toBe('failed')
    await one.does('returns')
    expect(await two.outcome('tired', press)).toBe('succeeded')
  })
})

test('a run whose tabs die one after the other is poisoned: the cells of that failure', async ({
  device,
  pages,
}) => {
  let owner = await openKillable(device, pages.url)
  await owner.does('waits')
  expect(await owner.told('plain', press)).toBe('started')
  for (let death = 1; death <= 4; death += 1) {
    const next = await openKillable(device, pages.url)
    await next.untilStatus('plain', 'running')
    await owner.kill()
    if (death < 4) await expect.poll(() => next.called()).toEqual(['plain'])
    owner = next
  }
  await test.step('failed: poisoned | automatic: skipped', async () => {
    await owner.untilStatus('plain', 'idle')
    expect((await owner.view('plain')).last).toMatchObject({ status: 'failed', cause: 'poisoned' })
    expect(await owner.called()).toEqual([])
    expect(await owner.told('plain', automatic)).toBe('skipped: failed')
  })
  await test.step('failed: poisoned | by the user: started', async () => {
    await owner.does('returns')
    expect(await owner.outcome('plain', press)).toBe('succeeded')
  })
})

async function openKillable(device: Device, url: string): Promise<TableTab & Pick<Tab, 'kill'>> {
  const tab = await device.open(`${url}/table.html`)
  return { ...(await useTable(tab.page, ['plain'])), kill: tab.kill }
}

// The rows of the table of triggers in which the key is held, between two tabs.
import { automatic, news, openTables, press } from './lib/table.ts'
import { expect, test } from './lib/test.ts'

test('what runs is joined or followed up: the cells of the rows in which the key is held', async ({
  device,
  pages,
}) => {
  const [one, two] = await openTables(device, pages.url, ['plain', 'sealing'])
  await one.does('waits')
  expect(await one.told('plain', { ...press, payload: 1 })).toBe('started')
  await two.untilStatus('plain', 'running')
  await test.step('running, not sealed | automatic: joins; another payload is buffered', async () => {
    for (const tab of [one, two]) {
      expect(await tab.told('plain', automatic)).toBe('joined')
      expect(await tab.told('plain', { ...automatic, payload: 2 })).toBe('buffered: news')
    }
    expect(await two.told('plain', news)).toBe('buffered: news')
  })
  await test.step('running, not sealed | by the user: joins; another payload is buffered', async () => {
    for (const tab of [one, two]) {
      expect(await tab.told('plain', press)).toBe('joined')
      expect(await tab.told('plain', { ...press, payload: 3 })).toBe('buffered: news')
    }
    await one.does('returns')
    await one.release()
    await expect.poll(() => two.ends('plain')).toEqual(['succeeded', 'succeeded'])
  })

  await one.does('waits')
  expect(await one.told('sealing', press)).toBe('started')
  await expect.poll(async () => (await two.view('sealing')).running?.sealed).toBe(true)
  await test.step('running, sealed | automatic: what brings nothing joins, news is buffered', async () => {
    for (const tab of [one, two]) {
      expect(await tab.told('sealing', automatic)).toBe('joined')
      expect(await tab.told('sealing', news)).toBe('buffered: sealed')
    }
  })
  await test.step('running, sealed | by the user: a press is buffered', async () => {
    for (const tab of [one, two]) expect(await tab.told('sealing', press)).toBe('buffered: sealed')
    await one.does('returns')
    await one.release()
    await expect.poll(() => two.ends('sealing')).toEqual(['succeeded', 'succeeded'])
  })

  await one.does('waits, whatever it is told')
  expect(await one.told('plain', press)).toBe('started')
  await two.untilStatus('plain', 'running')
  await two.page.evaluate(() => window.table.registry.cancel('u1|plain'))
  await expect.poll(async () => (await one.view('plain')).running?.cancelling).toBe(true)
  await test.step('cancelling | automatic: what brings nothing is skipped, news is buffered', async () => {
    for (const tab of [one, two]) {
      expect(await tab.told('plain', automatic)).toBe('skipped: cancelling')
      expect(await tab.told('plain', news)).toBe('buffered: cancelling')
    }
  })
  await test.step('cancelling | by the user: a press is buffered', async () => {
    for (const tab of [one, two])
      expect(await tab.told('plain', press)).toBe('buffered: cancelling')
    await one.does('returns')
    await one.release()
    await expect
      .poll(async () => (await two.ends('plain')).slice(2))
      .toEqual(['cancelled', 'succeeded'])
  })
})

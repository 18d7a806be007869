// The rows of the table of endings, between two tabs: stop, drain, close, cancel, pause.
import { automatic, news, openTable, openTables, press, type TableTab } from './lib/table.ts'
import { expect, test } from './lib/test.ts'

const tasks = ['plain', 'other']

/** Starts the task in `owner`, and waits until `other` sees it run. */
async function begin(owner: TableTab, other: TableTab, task = 'plain'): Promise<void> {
  await owner.does('waits')
  expect(await owner.told(task, press)).toBe('started')
  await other.untilStatus(task, 'running')
}

test('a tab that stops, drains and closes: its run goes on to its end, nothing new starts in it, another tab does the rest', async ({
  device,
  pages,
}) => {
  const [one, two] = await openTables(device, pages.url, tasks)
  await begin(one, two)
  await test.step('stop: the run goes on; what is asked there is run by the other tab', async () => {
    await one.page.evaluate(() => {
      window.table.registry.stop()
      window.table.registry.stop()
    })
    expect(await one.told('other', press)).toBe('deferred: agent-stopped')
    await expect.poll(() => two.called()).toEqual(['other'])
    expect(await two.view('plain')).toMatchObject({ running: { owner: { here: false } } })
    await one.release()
    await expect.poll(() => two.ends('plain')).toEqual(['succeeded'])
    await expect.poll(() => two.ends('other')).toEqual(['succeeded'])
    expect(await one.called()).toEqual(['plain'])
  })

  const three = await openTable(device, pages.url, tasks)
  await begin(three, two)
  const drain = (timeoutMs: number) =>
    three.page.evaluate(limit => window.table.registry.drain({ timeoutMs: limit }), timeoutMs)
  await test.step('drain: after its time-out the run goes on, and a second one awaits it', async () => {
    expect(await drain(100)).toMatchObject({ completed: false, running: 1, timedOut: true })
    expect(await two.told('plain', automatic)).toBe('joined')
    const draining = drain(60_000)
    await three.release()
    expect(await draining).toMatchObject({
      completed: true,
      running: 0,
      timedOut: false,
      failed: 0,
    })
    expect(await three.told('plain', press)).toMatch(/^deferred: agent-stopped/)
    await expect.poll(() => two.called()).toEqual(['other', 'plain'])
    await two.release()
    await two.untilStatus('plain', 'idle')
  })

  const four = await openTable(device, pages.url, tasks)
  await begin(four, two)
  await test.step('close: on a time-out it rejects with the runs that are left and stays open; drained, it closes', async () => {
    const close = (timeoutMs: number) =>
      four.page.evaluate(
        limit =>
          window.table.registry.close({ timeoutMs: limit }).then(
            left => ({ left }),
            (error: { readonly details: unknown }) => ({ details: error.details }),
          ),
        timeoutMs,
      )
    const { runId } = await two.view('plain')
    expect(await close(100)).toMatchObject({ details: { runs: [runId] } })
    expect(await four.told('plain', automatic)).toBe('joined')
    const closing = close(60_000)
    await four.release()
    expect(await closing).toEqual({ left: [] })
    await two.untilStatus('plain', 'idle')
    expect((await two.ends('plain')).at(-1)).toBe('succeeded')
  })
})

test('a tab that closes by force, and runs that are cancelled or whose key is paused', async ({
  device,
  pages,
}) => {
  const [one, two] = await openTables(device, pages.url, tasks)
  await begin(one, two)
  const force = ({ page }: TableTab): Promise<readonly string[]> =>
    page.evaluate(() => window.table.registry.close({ force: true }))
  await test.step('close by force: a stage that returns is released, and another tab goes on at once', async () => {
    expect(await force(one)).toEqual([])
    await expect.poll(() => two.called()).toEqual(['plain'])
    await two.release()
    await expect.poll(() => two.ends('plain')).toEqual(['succeeded'])
  })

  const three = await openTable(device, pages.url, tasks)
  await begin(three, two)
  await test.step('cancel: from another tab, but no other run; what was buffered is dropped', async () => {
    expect(await two.told('plain', { ...news, payload: 1 })).toBe('buffered: news')
    const cancel = (runId?: string) =>
      two.page.evaluate(
        id => window.table.registry.cancel('u1|plain', id === undefined ? {} : { runId: id }),
        runId,
      )
    expect(await cancel('another')).toMatchObject({ cancelled: false })
    const { runId } = await two.view('plain')
    expect(await cancel(runId ?? '')).toMatchObject({ cancelled: true })
    await expect.poll(() => three.ends('plain')).toEqual(['succeeded', 'cancelled'])
    for (const tab of [two, three]) await tab.untilStatus('plain', 'idle')
    expect(await cancel()).toMatchObject({ cancelled: false })
    await three.does('fails')
    expect(await three.outcome('plain', press)).toBe('waiting')
    expect(await cancel()).toMatchObject({ cancelled: true })
    await expect.poll(async () => (await three.ends('plain')).at(-1)).toBe('cancelled')
  })

  await begin(three, two)
  await test.step('pause, resume: what runs is untouched; a new tab sees it, too; what is deferred runs in the end', async () => {
    await two.page.evaluate(() => window.table.registry.pause('u1|plain'))
    await three.release()
    for (const tab of [two, three, await openTable(device, pages.url, tasks)]) {
      await tab.untilStatus('plain', 'paused')
      expect(await tab.told('plain', press)).toBe('deferred: paused')
    }
    const ends = ['succeeded', 'cancelled', 'cancelled', 'succeeded']
    expect(await two.ends('plain')).toEqual(ends)
    await two.does('returns')
    await three.page.evaluate(() => window.table.registry.resume('u1|plain'))
    await expect.poll(() => two.ends('plain')).toEqual([...ends, 'succeeded'])
  })

  await three.does('waits, whatever it is told')
  expect(await three.told('plain', press)).toBe('started')
  await two.untilStatus('plain', 'running')
  await test.step('close by force: never released under a live stage, it names the run', async () => {
    const { runId } = await two.view('plain')
    const calledBefore = await two.called()
    expect(await force(three)).toEqual([runId])
    expect(await two.view('plain')).toMatchObject({ status: 'running', runId })
    expect(await two.called()).toEqual(calledBefore)
  })
})

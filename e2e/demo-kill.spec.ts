// A tab's process is killed at each step of a pull and a push: another tab goes on where it was.
import { type Demo, positionOf } from './lib/demo.ts'
import { type Device, type Tab } from './lib/device.ts'
import { holdRequest } from './lib/hold.ts'
import { occupyStore } from './lib/occupy.ts'
import {
  card,
  courseItems,
  newestRun,
  runsHere,
  said,
  syncButton,
  synced,
  tick,
} from './lib/screen.ts'
import { expect, test } from './lib/test.ts'
import { openTwoTabs } from './lib/two-tabs.ts'

const allPages = [0, 10, 20, 30, 40, 50]

test('C20 killed after it acquired: the other tab pulls every page once', async ({
  demo,
  device,
}) => {
  const { one, two } = await startFirstSync(demo, device, 1)
  const killedAt = await one.kill()

  await expectTakenOver(two)
  expect((await demo.log('GET')).map(positionOf)).toEqual(allPages)
  await printDelay(demo, killedAt)
})

test('C20 killed with a page at hand, before its commit: neither its rows nor its cursor are there', async ({
  demo,
  device,
}) => {
  const { one, two, held } = await startFirstSync(demo, device, 1)
  const release = await occupyStore(two.page, 'coursebook')
  const arrived = one.page.waitForResponse(/\/api\/courses\/changes/)
  await held.release()
  await (await arrived).finished()
  await expect(card(one.page).getByRole('progressbar')).toHaveAttribute('aria-valuenow', '10')
  await one.kill()
  await expect(courseItems(two.page)).toHaveCount(0)
  await release()

  await expectTakenOver(two)
  expect((await demo.log('GET')).map(positionOf)).toEqual([0, ...allPages])
})

test('C20 killed after the commit of a page: that page is not pulled again', async ({
  demo,
  device,
}) => {
  const { one, two } = await startFirstSync(demo, device, 2)
  const killedAt = await one.kill()

  await expectTakenOver(two)
  const requests = await demo.log('GET')
  expect(requests.map(positionOf)).toEqual(allPages)
  expect(new Set(requests.map(request => request.fence)).size).toBe(2)
  await printDelay(demo, killedAt)
})

test('who takes a pull over counts on from where the killed tab was', async ({ demo, device }) => {
  const { one, two } = await startFirstSync(demo, device, 3)
  await expect(said(two.page)).toContainText('20 of 60')
  const next = await holdRequest(two.page, 'GET', 2)
  await one.kill()
  await next.arrived
  await expect(said(two.page)).toContainText('30 of 60')
  await next.release()
  await expectTakenOver(two)
})

for (const round of [1, 2, 3]) {
  test(`C20 killed in the middle of a pull (${round}): the other tab goes on at the last committed cursor`, async ({
    demo,
    device,
  }) => {
    const { one, two } = await openTwoTabs(demo, device)
    await demo.reset()
    await demo.trouble({ delayMs: 400 })
    await syncButton(one.page, 'Sync now').click()
    await expect(said(two.page)).toContainText('in another tab')
    await expect.poll(async () => (await demo.log('GET')).length).toBeGreaterThanOrEqual(3)
    const killedAt = await one.kill()

    await expectTakenOver(two)
    const requests = await demo.log('GET')
    const first = requests[0]?.fence
    const before = requests.filter(request => request.fence === first).map(positionOf)
    const after = requests.filter(request => request.fence !== first).map(positionOf)
    // The last one of the killed tab may not have been committed; all before it were.
    expect(after.filter(position => before.slice(0, -1).includes(position))).toEqual([])
    expect(new Set([...before.slice(1), ...after])).toEqual(new Set(allPages.slice(1)))
    await printDelay(demo, killedAt)
  })
}

test('C20 killed after pulling ended: the other tab pushes, and pulls nothing again', async ({
  demo,
  device,
}) => {
  const { one, two } = await openTwoTabs(demo, device)
  const posts = await Promise.all([one, two].map(tab => holdRequest(tab.page, 'POST', 1)))
  const pulled = (await demo.log('GET')).length
  await tick(one.page, 'Drawing 9')
  // Any tab may start what an edit asks for.
  const owner = await Promise.race([one, two].map(async (tab, i) => (await posts[i]?.arrived, tab)))
  const survivor = owner === one ? two : one
  await posts[owner === one ? 1 : 0]?.release()
  await owner.kill()

  await expectTakenOver(survivor)
  await expect.poll(async () => (await demo.log('POST')).length).toBe(1)
  expect((await demo.log('GET')).length).toBe(pulled + 1)
  await expectAppliedOnce(demo)
})

test('C20 killed after the server applied an edit, before it left the outbox: it is applied once', async ({
  demo,
  device,
}) => {
  const { one, two } = await openTwoTabs(demo, device)
  await demo.trouble({ holdAfterApply: true })
  await tick(one.page, 'Drawing 9')
  await expect.poll(async () => (await demo.log('POST')).map(post => post.applied)).toEqual([true])
  await expect(syncButton(one.page, /pushing/)).toBeVisible()
  const owner = (await runsHere(one.page)) ? one : two
  const survivor = owner === one ? two : one
  await owner.kill()

  await expectTakenOver(survivor)
  const posts = await demo.log('POST')
  expect(posts.map(({ applied, replay }) => ({ applied, replay }))).toEqual([
    { applied: true, replay: false },
    { applied: false, replay: true },
  ])
  expect(new Set(posts.map(post => post.idempotencyKey)).size).toBe(1)
  expect(new Set(posts.map(post => post.fence)).size).toBe(2)
  await expectAppliedOnce(demo)
})

/** Two tabs at the first sync of an account; the first one's `nth` pull is held back. */
async function startFirstSync(demo: Demo, device: Device, nth: number) {
  const one = await device.open(demo.url)
  const held = await holdRequest(one.page, 'GET', nth)
  await one.page.getByRole('button', { name: 'Sign in as ada' }).click()
  await held.arrived
  const two = await device.open(demo.url)
  await expect(syncButton(two.page, /Already syncing/)).toBeVisible()
  await expect(said(two.page)).toContainText('in another tab')
  return { one, two, held }
}

async function expectTakenOver({ page }: Tab): Promise<void> {
  await expect(newestRun(page)).toContainText('taken over 1×')
  await expect(newestRun(page)).toContainText('succeeded')
  await synced(page)
  await expect(courseItems(page)).toHaveCount(60)
}

async function expectAppliedOnce(demo: Demo): Promise<void> {
  const { edits, courses } = await demo.state('ada')
  expect(Object.values(edits)).toEqual([1])
  expect(courses.find(course => course.title === 'Drawing 9')?.done).toBe(true)
}

/** From the kill to the arrival of the first request of who took over. */
async function printDelay(demo: Demo, killedAt: number): Promise<void> {
  const requests = await demo.log('GET')
  const next = requests.find(request => request.fence === requests.at(-1)?.fence)
  console.log(`      killed → next page asked for: ${(next?.at ?? Number.NaN) - killedAt} ms`)
}

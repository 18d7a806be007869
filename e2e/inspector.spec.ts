// The inspector over two tabs: what runs in one is seen in the other, taken over, released by force, exported.
import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import type { Tab } from './lib/device.ts'
import { axeFaults, expectPicture, lookAt, looks, skipUnlessDrawnAlike } from './lib/look.ts'
import { expect, test } from './lib/test.ts'

/** Signs in, so that the tab may run both tasks. */
async function signIn({ page }: Tab): Promise<void> {
  await page.evaluate(async () => {
    const { registry, gated, parts } = window.tests
    await registry.signIn('u1')
    registry.watch(gated).subscribe()
    registry.watch(parts).subscribe()
  })
}

function rowOf(page: Page, scope: string): Locator {
  return page.getByRole('row').filter({ hasText: scope })
}

async function startGated({ page }: Tab): Promise<void> {
  await page.evaluate(async () => window.tests.registry.trigger(window.tests.gated))
  await page.waitForFunction(() => window.tests.calls() > 0)
}

test('a run of one tab is seen in the inspector of the other, live; killed, its takeover is marked in the lane of the next', async ({
  device,
  pages,
}) => {
  const one = await device.open(`${pages.url}/inspector.html`)
  const two = await device.open(`${pages.url}/inspector.html`)
  await signIn(one)
  await signIn(two)
  const { page } = two
  await page.bringToFront()
  await startGated(one)
  const row = rowOf(page, 'gated u1')
  await expect(row.locator('.chip', { hasText: 'running' })).toBeVisible()
  await expect(row.locator('.owner')).toContainText('Inspector of the tests ·')
  await expect(row.locator('.lease .bar')).toBeVisible()

  await page.getByRole('tab', { name: 'Timeline' }).click()
  const bar = page.getByRole('button', { name: /^u1\|gated, running/ })
  await expect(bar).toHaveCount(1)
  const lanes = page.locator('.lane')
  await expect(lanes).toHaveCount(1)
  await one.kill()
  // One lane for whoever started it, one for this tab, which took it over.
  const mine = page.getByRole('group', { name: 'this tab' })
  await expect(mine.getByRole('button', { name: /^u1\|gated, taken over, running/ })).toBeVisible()
  await expect(
    page.getByRole('button', { name: /^u1\|gated, another agent went on with it/ }),
  ).toBeVisible()
  await expect(lanes).toHaveCount(2)

  await page.evaluate(() => window.tests.release())
  await expect(
    mine.getByRole('button', { name: /^u1\|gated, taken over, succeeded/ }),
  ).toBeVisible()
  // Arrow keys lead from mark to mark, also into another lane, and what has the focus is told of.
  await mine.getByRole('button', { name: /^u1\|gated/ }).focus()
  await expect(page.locator('.about')).toContainText('by a takeover')
  await page.keyboard.press('ArrowDown')
  await expect(lanes.nth(1).locator('button:focus')).toHaveCount(1)

  await page.getByRole('tab', { name: 'History' }).click()
  await expect(rowOf(page, 'gated u1')).toContainText('taken over')
  expect(two.errors).toEqual([])
})

test('the bar of a lease goes on from where it was after another view was shown', async ({
  device,
  pages,
}) => {
  const { page } = await device.open(`${pages.url}/inspector.html?scene=10`)
  const bars = page.locator('.lease .bar i')
  await expect(bars.first()).toBeVisible()
  const moving = await bars.first().evaluateHandle(bar => bar.getAnimations()[0])
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(bars.first()).toBeHidden()
  await page.getByRole('tab', { name: 'Keys' }).click()
  await expect(bars.first()).toBeVisible()
  const isSame = await bars.first().evaluate((bar, was) => {
    return was !== undefined && bar.getAnimations()[0] === was
  }, moving)
  expect(isSame).toBe(true)
})

test('a release by force asks first; then the old owner is refused and another tab goes on', async ({
  device,
  pages,
}) => {
  const one = await device.open(`${pages.url}/inspector.html`)
  const two = await device.open(`${pages.url}/inspector.html`)
  await signIn(one)
  await signIn(two)
  pages.hold()
  const { page } = two
  await one.page.evaluate(async () => window.tests.registry.trigger(window.tests.parts))
  await expect.poll(() => pages.held()).toBe(1)
  await page.bringToFront()
  // By keys alone.
  await rowOf(page, 'parts u1').focus()
  await page.keyboard.press('Enter')
  const release = page.getByRole('button', { name: 'Release by force…' })
  await release.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Take parts from its owner?' })
  await expect(dialog.getByRole('button', { name: 'Leave it' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(release).toBeFocused()
  expect(await page.evaluate(() => window.tests.calls())).toBe(0)

  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Release by force' }).click()
  await expect(page.getByRole('status')).toContainText('parts was released')
  await expect.poll(() => pages.held()).toBe(2)
  pages.release()
  await one.page.waitForFunction(() =>
    window.tests.steps().some(step => step === 'refused lease-lost'),
  )
  await expect(rowOf(page, 'parts u1').getByText('idle')).toBeVisible()
  const { runs } = await page.evaluate(() => window.tests.registry.history(window.tests.parts))
  expect(runs).toMatchObject([{ status: 'succeeded' }])
})

test('what is exported is JSON without payloads, with the errors that redact allows', async ({
  device,
  pages,
}) => {
  const one = await device.open(`${pages.url}/inspector.html`)
  await signIn(one)
  const { page } = one
  await page.evaluate(async () => {
    const payload = { secret: 'of the app' }
    const { done } = await window.tests.registry.trigger(
      { userId: 'u1', scope: 'gated' },
      { payload },
    )
    const whenCalled = (): void => {
      if (window.tests.calls() > 0) window.tests.release()
      else setTimeout(whenCalled, 5)
    }
    whenCalled()
    await done
  })
  await expect(rowOf(page, 'gated u1').getByText('idle')).toBeVisible()
  await expect(page.getByText(/, 1 runs?$/)).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download JSON' }).click()
  const text = readFileSync(await (await downloading).path(), 'utf8')
  expect(JSON.parse(text)).toMatchObject({
    format: 'leasehold-inspector-1',
    keys: [{ key: 'u1|gated' }],
    history: [{ key: 'u1|gated', status: 'succeeded' }],
  })
  expect(text).not.toContain('secret')
  // The result of the run names its id with words that only the stage has.
  expect(text).not.toContain('by run')
})

test('of ten thousand runs only those in sight are in the document, wherever it is scrolled to', async ({
  device,
  pages,
}) => {
  const { page } = await device.open(`${pages.url}/inspector.html?scene=10000`)
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByText('10000 runs', { exact: true })).toBeVisible()
  const grid = page.getByRole('grid', { name: 'Finished runs' })
  await expect(grid).toHaveAttribute('aria-rowcount', '10001')
  const rows = grid.locator('.row')
  expect(await rows.count()).toBeLessThanOrEqual(60)
  await grid.evaluate(element => element.scrollTo(0, element.scrollHeight / 2))
  await expect(grid.locator('[aria-rowindex="5000"]')).toBeVisible()
  expect(await rows.count()).toBeLessThanOrEqual(60)
  await rows.first().focus()
  await page.keyboard.press('End')
  await expect(grid.locator('[aria-rowindex="10001"]')).toBeFocused()
  await page.getByRole('combobox', { name: 'Outcome' }).selectOption('failed')
  await expect(page.getByText('2000 of 10000 runs')).toBeVisible()
})

test('rows stand in the document in their order, wherever it was scrolled to, and the focus stays with its row', async ({
  device,
  pages,
}) => {
  const { page } = await device.open(`${pages.url}/inspector.html?scene=10000`)
  await page.getByRole('tab', { name: 'History' }).click()
  const grid = page.getByRole('grid', { name: 'Finished runs' })
  await grid.locator('[aria-rowindex="9"]').focus()
  await grid.evaluate(element => element.scrollTo(0, 20_000))
  await expect(grid.locator('[aria-rowindex="630"]')).toBeVisible()
  await grid.evaluate(element => element.scrollTo(0, 300))
  await expect(grid.locator('[aria-rowindex="12"]')).toBeVisible()
  const indices = await grid
    .locator('.body .row')
    .evaluateAll(rows => rows.map(row => Number(row.getAttribute('aria-rowindex'))))
  expect(indices.length).toBeGreaterThan(10)
  expect(indices).toEqual(indices.toSorted((a, b) => a - b))
  await expect(grid.locator('[aria-rowindex="9"]')).toBeFocused()
})

test('keys of any name are text: found, shown whole, and no wider than a phone', async ({
  device,
  pages,
}) => {
  const { page, errors } = await device.open(`${pages.url}/inspector.html`)
  await page.setViewportSize({ width: 320, height: 700 })
  const scopes = ['<img src=x onerror="document.title=1">', 'a|b', 'שלום', '🧪🧪', 'x'.repeat(256)]
  await page.evaluate(async all => {
    const { registry, gated } = window.tests
    await registry.signIn('u1')
    for (const scope of all) {
      registry.define({ ...gated, scope })
      await registry.pause({ userId: 'u1', scope })
    }
  }, scopes)
  const rows = page.getByRole('tabpanel', { name: 'Keys' }).locator('.row')
  await expect(rows).toHaveCount(scopes.length)
  await page.getByRole('searchbox', { name: 'Filter keys' }).fill('a|b')
  await expect(rows).toHaveCount(1)
  for (const scope of scopes) {
    await page.getByRole('searchbox', { name: 'Filter keys' }).fill(scope)
    await rows.filter({ has: page.getByText(scope, { exact: true }) }).click()
    await page.getByRole('button', { name: 'Resume…' }).click()
    const dialog = page.getByRole('dialog', { name: `Let ${scope} go on?` })
    await expect(dialog).toBeInViewport({ ratio: 1 })
    await dialog.getByRole('button', { name: 'Resume the key' }).click()
    await expect(page.getByRole('status')).toHaveText(`${scope} goes on.`)
    const tooWide = await page
      .locator('leasehold-inspector')
      .evaluate(inspector =>
        [...(inspector.shadowRoot?.querySelectorAll('header, .detail, .told, .tools') ?? [])]
          .filter(part => part.scrollWidth > part.clientWidth)
          .map(part => part.className),
      )
    expect(tooWide, scope).toEqual([])
  }
  await expect(page.locator('leasehold-inspector img')).toHaveCount(0)
  await expect(page).toHaveTitle('Inspector of the tests')
  expect(errors).toEqual([])
})

test('an inspector that is hidden or moved while it asks leaves no lock on the page, and shows everything again', async ({
  device,
  pages,
}) => {
  const one = await device.open(`${pages.url}/inspector.html`)
  const { page, errors } = one
  await signIn(one)
  await startGated(one)
  const inspector = page.locator('leasehold-inspector')
  const dialog = page.getByRole('dialog')
  const ask = async (): Promise<void> => {
    await rowOf(page, 'gated u1').click()
    await page.getByRole('button', { name: 'Cancel…' }).click()
    await expect(dialog).toBeVisible()
  }
  await ask()
  await inspector.evaluate(element => Object.assign(element.style, { display: 'none' }))
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  await inspector.evaluate(element => Object.assign(element.style, { display: '' }))
  await ask()
  await inspector.evaluate(element => document.body.prepend(element))
  await expect(dialog).toBeHidden()
  await ask()
  await inspector.evaluate(element => {
    element.remove()
    document.body.append(element)
  })
  await ask()
  await dialog.getByRole('button', { name: 'Cancel the run' }).click()
  await expect(page.getByRole('status')).toContainText('gated is being cancelled')
  await expect(rowOf(page, 'gated u1').getByText('idle')).toBeVisible()

  await page.evaluate(async () => window.tests.registry.close())
  await expect(page.getByText('the registry was closed')).toBeVisible()
  await page.getByRole('button', { name: 'Pause…' }).click()
  await dialog.getByRole('button', { name: 'Pause the key' }).click()
  await expect(page.getByRole('status')).toContainText('the registry is closed')
  expect(errors).toEqual([])
})

test('an owner that stands still is told of when its lease is over, although nobody says so', async ({
  device,
  pages,
}) => {
  const one = await device.open(`${pages.url}/inspector.html?ttl=3000`)
  const two = await device.open(`${pages.url}/inspector.html?ttl=3000`)
  await signIn(one)
  await two.page.bringToFront()
  await startGated(one)
  const row = rowOf(two.page, 'gated u1')
  await expect(row.locator('.chip', { hasText: 'running' })).toBeVisible()
  // It would take the key over.
  await two.page.evaluate(() => window.tests.registry.stop())
  one.freeze()
  await expect(row.locator('.chip', { hasText: 'not responding' })).toBeVisible()
  await expect(row.locator('.until')).toContainText('over since')
  one.thaw()
})

test('a mark of the timeline keeps the focus when its lane moves', async ({ device, pages }) => {
  const one = await device.open(`${pages.url}/inspector.html`)
  const two = await device.open(`${pages.url}/inspector.html`)
  const { page } = await device.open(`${pages.url}/inspector.html`)
  for (const tab of [one, two]) await signIn(tab)
  const start = async ({ page: starting }: Tab, index: number): Promise<void> => {
    const before = await starting.evaluate(async nth => {
      const { registry, many, calls } = window.tests
      const had = calls()
      const task = many[nth]
      if (task) await registry.trigger(task)
      return had
    }, index)
    await starting.waitForFunction(had => window.tests.calls() > had, before)
  }
  await page.getByRole('tab', { name: 'Timeline' }).click()
  const lanes = page.locator('.lane')
  const bar = (nth: number, how: string): Locator =>
    page.getByRole('button', { name: new RegExp(`^u1\\|gated-${nth}, ${how}`) })
  await start(one, 0)
  await expect(bar(1, 'running')).toBeVisible()
  await page.evaluate(() => window.tests.release())
  await expect(bar(1, 'succeeded')).toBeVisible()
  await start(two, 1)
  await expect(lanes.nth(0).locator('.bar', { hasText: 'gated-2' })).toBeVisible()
  await bar(1, 'succeeded').focus()
  // Whoever listens to the page would hear of the same mark again.
  const again = await bar(1, 'succeeded').evaluateHandle(mark => {
    const heard: string[] = []
    mark.addEventListener('focus', () => heard.push('focus'))
    return heard
  })
  await start(one, 2)
  await expect(lanes.nth(0).locator('.bar', { hasText: 'gated-3' })).toBeVisible()
  await page.evaluate(() => window.tests.release())
  await expect(bar(3, 'succeeded')).toBeVisible()
  await expect(bar(1, 'succeeded')).toBeFocused()
  expect(await again.jsonValue()).toEqual([])
})

test('axe finds nothing in any view, at both widths and in both schemes', async ({
  device,
  pages,
}) => {
  const { page } = await device.open(`${pages.url}/inspector.html?scene=60`)
  // Each width and each scheme once: what axe looks at does not hang on both together.
  for (const look of looks.filter(({ name }) => /phone-light|desktop-dark/.test(name))) {
    await lookAt(page, look)
    for (const name of ['Keys', 'Timeline', 'History', 'Triggers']) {
      await page.getByRole('tab', { name }).click()
      if (name === 'Timeline') await page.locator('button.bar').first().focus()
      else await page.getByRole('tabpanel', { name }).locator('.row').first().click()
      expect(await axeFaults(page), `${look.name} ${name}`).toEqual([])
    }
  }
})

test('every view looks as in its picture, at both widths and in both schemes', async ({
  device,
  pages,
}) => {
  const { page } = await device.open(`${pages.url}/inspector.html?scene=60`)
  await skipUnlessDrawnAlike(page)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setTimezoneOverride', { timezoneId: 'UTC' })
  await page.reload()
  await page.addStyleTag({
    content: 'leasehold-inspector { --leasehold-font: Picture; --leasehold-mono: Picture }',
  })
  for (const look of looks) {
    await lookAt(page, look)
    for (const name of ['Keys', 'Timeline', 'History', 'Triggers']) {
      await page.getByRole('tab', { name }).click()
      if (name === 'Timeline') await page.locator('button.bar').first().focus()
      await expectPicture(page, `inspector-${name.toLowerCase()}-${look.name}`)
    }
  }
})

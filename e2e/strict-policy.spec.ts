// A content security policy without inline styles, scripts or eval: the elements look and work as ever below it.
import type { Page } from '@playwright/test'
import { expect, test } from './lib/test.ts'

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** Opens a page below the policy; what it refused is collected in the page. */
async function openStrictly(page: Page, url: string): Promise<() => Promise<readonly string[]>> {
  await page.route(url, async route => {
    // Any host of a test is this machine, which only browsers know.
    const response = await route.fetch({ url: url.replace(/\/\/[^:]+/, '//localhost') })
    const html = await response.text()
    await route.fulfill({
      response,
      headers: { ...response.headers(), 'content-security-policy': policy },
      // The page's own style stands in it, and would be refused.
      body: html.replace(/<style>.*<\/style>/s, ''),
    })
  })
  await page.addInitScript(() => {
    const refused: string[] = []
    document.addEventListener('securitypolicyviolation', event => {
      refused.push(`${event.effectiveDirective} ${event.sourceFile}:${event.lineNumber}`)
    })
    Object.assign(window, { refused })
  })
  await page.goto(url)
  return () => page.evaluate(() => (window as unknown as { refused: string[] }).refused)
}

/** What a style in the page, which the policy refuses, would have done. */
async function addInlineStyle(page: Page): Promise<void> {
  await page.evaluate(() => {
    const style = document.createElement('style')
    style.textContent = 'body { outline: 1px solid red }'
    document.head.append(style)
  })
}

test('the sync button in every state breaks no strict policy, and keeps its style and its bar', async ({
  pages,
  device,
}) => {
  const page = await device.context.newPage()
  const refused = await openStrictly(page, `${pages.url}/element.html`)
  await page.evaluate(() => window.element.showAll())
  const running = page.locator('#running-here')
  await expect(running.getByRole('progressbar')).toBeVisible()
  expect(await running.locator('.frame .row').evaluate(row => getComputedStyle(row).display)).toBe(
    'flex',
  )
  const [fill, bar] = await Promise.all(
    ['.progress-fill', '.progress'].map(part =>
      running.locator(part).evaluate(element => element.getBoundingClientRect().width),
    ),
  )
  expect(fill).toBeGreaterThan(0)
  expect(fill).toBeLessThan(bar ?? 0)
  expect(await refused()).toEqual([])
  await addInlineStyle(page)
  await expect.poll(refused).toHaveLength(1)
})

test('the inspector with all its panels breaks no strict policy, and keeps its style', async ({
  pages,
  device,
}) => {
  const page = await device.context.newPage()
  const refused = await openStrictly(page, `${pages.url}/inspector.html?scene=60`)
  await expect(page.getByRole('tab').first()).toBeVisible()
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click()
    await expect(tab).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('tabpanel')).toBeVisible()
  }
  const list = page.getByRole('tablist')
  expect(await list.evaluate(element => getComputedStyle(element).display)).toBe('flex')
  expect(await refused()).toEqual([])
  await addInlineStyle(page)
  await expect.poll(refused).toHaveLength(1)
})

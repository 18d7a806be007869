// `npm run screenshots`: the pictures of the README, taken from the demo as it is.
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { chromium } from 'playwright'
import { tsImport } from 'tsx/esm/api'
import { chromiumLaunch } from './lib/chromium.mjs'
import { buildDemo } from './lib/demo.mjs'

const folder = resolve('docs', 'images')
const budgetBytes = 250_000

/** @param {string} path @returns {Promise<unknown>} */
const load = path => tsImport(path, import.meta.url)
const { createServer } = /** @type {typeof import('../demo-pwa/server/server.ts')} */ (
  await load('../demo-pwa/server/server.ts')
)
const { shrink } = /** @type {typeof import('../e2e/lib/shrink.ts')} */ (
  await load('../e2e/lib/shrink.ts')
)

await buildDemo()
const server = await createServer({ staticDir: resolve('demo-pwa', 'dist') })
const browser = await chromium.launch(chromiumLaunch)

/** @param {'light' | 'dark'} colorScheme @param {number} width @param {number} height */
async function openTabs(colorScheme, width, height) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme,
    locale: 'en-GB',
    serviceWorkers: 'block',
  })
  const open = async (place = '') => {
    const page = await context.newPage()
    await page.goto(`${server.url}/${place}`)
    return page
  }
  return { context, open }
}

/** @param {import('playwright').Page} page */
const synced = page => page.getByRole('button', { name: 'Sync now' }).first().waitFor()

/** @param {Record<string, unknown>} change */
const trouble = change =>
  fetch(`${server.url}/api/trouble`, { method: 'PUT', body: JSON.stringify(change) })

/** Two tabs in the middle of one sync. @param {'light' | 'dark'} scheme @param {number} width @param {number} height */
async function takeTwoTabs(scheme, width, height) {
  const { context, open } = await openTabs(scheme, width, height)
  const one = await open()
  await one.getByRole('button', { name: 'Sign in as ada' }).click()
  await synced(one)
  const two = await open()
  await synced(two)
  await fetch(`${server.url}/api/reset`, { method: 'POST' })
  await trouble({ delayMs: 500 })
  await one.getByRole('button', { name: 'Sync now' }).first().click()
  await one.locator('[role=progressbar][aria-valuenow="20"]').first().waitFor()
  // From here on no page arrives: both tabs show the same progress, however long a picture takes.
  await trouble({ delayMs: 20_000 })
  for (const page of [one, two])
    await page.locator('[role=progressbar][aria-valuenow="30"]').first().waitFor()
  const pictures = await Promise.all([one, two].map(page => page.screenshot()))
  await trouble({ delayMs: 0 })
  await context.close()
  return pictures
}

/** Both beside each other, as windows. @param {readonly Buffer[]} pictures @param {'light' | 'dark'} scheme @param {number} width */
async function beside(pictures, scheme, width) {
  const page = await browser.newPage({ viewport: { width: 2 * width + 72, height: 400 } })
  const images = pictures.map(
    (picture, i) =>
      `<figure><img src="data:image/png;base64,${picture.toString('base64')}"><figcaption>${i === 0 ? 'The tab that syncs' : 'Another tab'}</figcaption></figure>`,
  )
  await page.setContent(
    `<!doctype html><style>
      body { margin: 0; display: flex; gap: 24px; padding: 24px; font: 600 18px system-ui, sans-serif;
        background: ${scheme === 'dark' ? '#0b0d0e; color: #e8ebe9' : '#e3e1db; color: #1d2321'} }
      figure { margin: 0 } figcaption { padding-top: 12px; text-align: center }
      img { display: block; width: ${width}px; border-radius: 12px; box-shadow: 0 2px 14px rgb(0 0 0 / 25%) }
    </style>${images.join('')}`,
  )
  return page.screenshot({ fullPage: true })
}

/** The timeline after a tab has crashed, with the tour below. @param {'light' | 'dark'} scheme */
async function takeTour(scheme) {
  const { context, open } = await openTabs(scheme, 1280, 800)
  const one = await open('?ttl=4000#tour')
  await one.getByRole('button', { name: 'Sign in as ada' }).click()
  await synced(one)
  const two = await open('?ttl=4000#tour')
  await synced(two)
  const crashed = one.waitForEvent('crash')
  await one.getByRole('button', { name: 'Sync, and crash' }).click()
  await crashed
  await two.locator('.step.is-seen').first().waitFor()
  await synced(two)
  const timeline = two.locator('leasehold-timeline')
  await timeline.getByRole('button', { name: 'Show less time' }).click()
  await timeline.getByRole('button', { name: 'Now', exact: true }).click()
  await timeline.locator('[data-outcome]').first().waitFor()
  // What the pictures are about: the takeover, and the step that was seen.
  await timeline.locator('[data-began=takeover]').first().hover()
  await two.evaluate(`{
    const [, step] = document.querySelectorAll('.step')
    const below = document.querySelector('.timeline').getBoundingClientRect().bottom
    step.closest('.about').scrollBy(0, step.getBoundingClientRect().top - below - 8)
  }`)
  const picture = await two.screenshot()
  await context.close()
  return picture
}

mkdirSync(folder, { recursive: true })
try {
  const phone = await takeTwoTabs('light', 390, 620)
  const pictures = {
    'two-tabs-light': await beside(phone, 'light', 390),
    'two-tabs-dark': await beside(await takeTwoTabs('dark', 390, 620), 'dark', 390),
    'tour-light': shrink(await takeTour('light')),
    'tour-dark': shrink(await takeTour('dark')),
  }
  let bytes = 0
  rmSync(folder, { recursive: true })
  mkdirSync(folder, { recursive: true })
  for (const [name, picture] of Object.entries(pictures)) {
    const file = resolve(folder, `${name}.png`)
    writeFileSync(file, picture)
    bytes += statSync(file).size
    console.log(`${name}.png  ${statSync(file).size} bytes`)
  }
  if (bytes > budgetBytes)
    throw new Error(`expected at most ${budgetBytes} bytes of pictures, found ${bytes}`)
} finally {
  await browser.close()
  await server.close()
}

/** How does a page look: to axe, and beside the picture that is kept of it? */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import type * as Axe from 'axe-core'
import { shrink } from './shrink.ts'
import { expect, test } from './test.ts'

/** A width and a colour scheme. */
export interface Look {
  /** As the names of pictures have it, such as `phone-dark`. */
  readonly name: string
  readonly width: number
  readonly scheme: 'light' | 'dark'
}

/** Both widths in both schemes. */
export const looks: readonly Look[] = [
  { name: 'phone-light', width: 390, scheme: 'light' },
  { name: 'phone-dark', width: 390, scheme: 'dark' },
  { name: 'desktop-light', width: 1280, scheme: 'light' },
  { name: 'desktop-dark', width: 1280, scheme: 'dark' },
]

// A font that every installation has, so that no picture hangs on those of the machine.
const fontFile = 'node_modules/vitepress/dist/client/theme-default/fonts/inter-roman-latin.woff2'

const drawnByFile = resolve('e2e/pictures/drawn-by.txt')

/** Shows a page that wide, in that scheme and, where the page takes its font from `body`, in the font of the pictures. */
export async function lookAt(page: Page, { width, scheme }: Look): Promise<void> {
  await page.setViewportSize({ width, height: 844 })
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
  await page.evaluate(
    async url => {
      for (const face of document.fonts) if (face.family === 'Picture') return
      const font = new FontFace('Picture', `url(${url})`, { weight: '100 900' })
      document.fonts.add(await font.load())
      document.body.style.fontFamily = 'Picture'
      await document.fonts.ready
    },
    `data:font/woff2;base64,${readFileSync(fontFile, 'base64')}`,
  )
}

/** What axe finds wrong with the page or what `include` selects: one line for each place. */
export async function axeFaults(page: Page, include = 'html'): Promise<readonly string[]> {
  const isThere = await page.evaluate(() => 'axe' in window)
  if (!isThere) await page.addScriptTag({ path: resolve('node_modules/axe-core/axe.min.js') })
  const { violations } = await page.evaluate(
    ([selector, options]) => (window as unknown as { axe: typeof Axe }).axe.run(selector, options),
    [include, { resultTypes: ['violations'] } satisfies Axe.RunOptions] as const,
  )
  return violations.flatMap(faultsOf)
}

function faultsOf({ id, help, nodes }: Axe.AxeResults['violations'][number]): readonly string[] {
  return nodes.map(({ target, any }) => {
    const where = target.flat().join(' ')
    return `${id} (${help}) at ${where}: ${any.map(({ message }) => message).join('; ')}`
  })
}

/** Compares the whole page with `e2e/pictures/<name>.png`; call `skipUnlessDrawnAlike` first. */
export async function expectPicture(page: Page, name: string): Promise<void> {
  // What was changed just now is drawn as a whole, and not as patches on the picture before: their edges differ.
  await page.evaluate(
    () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))),
  )
  const picture = shrink(await page.screenshot({ fullPage: true, animations: 'disabled' }))
  const kept = test.info().snapshotPath(`${name}.png`, { kind: 'snapshot' })
  // The tool compares pixel by pixel, for seconds, what may be the same file.
  if (existsSync(kept) && readFileSync(kept).equals(picture)) return
  expect(picture).toMatchSnapshot(`${name}.png`, { threshold: 0, maxDiffPixels: 0 })
}

/**
 * Skips the test unless this browser draws letters, edges and shades to the pixel as the one that drew the kept pictures;
 * with another one a comparison says nothing, and a line says so.
 * `npx playwright test --update-snapshots` takes new pictures, and this browser for theirs.
 */
export async function skipUnlessDrawnAlike(page: Page): Promise<void> {
  const sample = await page.context().newPage()
  await sample.setViewportSize({ width: 320, height: 120 })
  await sample.setContent(
    `<body style="margin:8px;font-size:15px"><b>Sync now</b> Already syncing · 14:03…
    <p style="border:1.5px solid #36c;border-radius:7px;padding:5px;background:color-mix(in srgb,#36c 20%,white)">(gjy) 0.5</p>`,
  )
  await lookAt(sample, { name: 'sample', width: 320, scheme: 'light' })
  const drawn = createHash('sha256')
    .update(await sample.screenshot())
    .digest('hex')
  await sample.close()
  const browser = page.context().browser()?.version() ?? 'an unknown browser'
  const { updateSnapshots } = test.info().config
  if (updateSnapshots === 'all' || updateSnapshots === 'changed') {
    writeFileSync(drawnByFile, `${drawn} Chromium ${browser}\n`)
    return
  }
  const [kept, ...by] = readFileSync(drawnByFile, 'utf8').trim().split(' ')
  const reason = `pictures are not compared: ${by.join(' ')} drew them, and Chromium ${browser} draws otherwise`
  if (kept !== drawn) console.log(reason)
  test.skip(kept !== drawn, reason)
}

// `npm run icons`: the demo's icon, drawn once as SVG, in the sizes that browsers and phones ask for.
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { chromium } from 'playwright'
import { chromiumLaunch } from './lib/chromium.mjs'

const folder = resolve('demo-pwa', 'public')
const drawing = readFileSync(resolve(folder, 'icon.svg'), 'utf8')

// Phones cut these two to a shape of their own: no corners, and the picture within the safe middle.
const full = drawing
  .replace(' rx="8"', '')
  .replace('<g ', '<g transform="translate(4 4) scale(.75)" ')

const icons = [
  { file: 'icon-192.png', size: 192, svg: drawing },
  { file: 'icon-512.png', size: 512, svg: drawing },
  { file: 'icon-maskable-512.png', size: 512, svg: full },
  { file: 'apple-touch-icon.png', size: 180, svg: full },
]

const browser = await chromium.launch(chromiumLaunch)
try {
  const page = await browser.newPage()
  for (const { file, size, svg } of icons) {
    await page.setViewportSize({ width: size, height: size })
    await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${svg}`)
    writeFileSync(resolve(folder, file), await page.screenshot({ omitBackground: true }))
  }
} finally {
  await browser.close()
}

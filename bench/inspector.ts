// How long do the frames take in which ten thousand finished runs are scrolled? `npm run bench:inspector [-- runs]`
import { chromium } from '@playwright/test'
import { startPages } from '../e2e/lib/pages.ts'
import { chromiumLaunch } from '../scripts/lib/chromium.mjs'
import { removeFoldersAtSignals } from '../e2e/lib/folder.ts'
import { judgeFrames } from './lib/frames.ts'
import { positive } from './lib/options.ts'
import { quantile } from './lib/quantile.ts'

const [asked, ...others] = process.argv.slice(2)
const usage = 'npm run bench:inspector [-- runs]'
if (others.length > 0) throw new Error(usage)
const runs = positive('runs', asked, usage) ?? 10_000
/** A screen of rows takes forty. */
const budget = { worstMs: 50, rows: 100 }

removeFoldersAtSignals()
const pages = await startPages()
const browser = await chromium.launch(chromiumLaunch).catch(async (error: unknown) => {
  await pages.close()
  throw error
})
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 844 } })
  await page.goto(`${pages.url}/inspector.html?scene=${runs}`)
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByText(`${runs} runs`, { exact: true }).waitFor()
  const measured = await page.getByRole('grid', { name: 'Finished runs' }).evaluate(async grid => {
    const frames: number[] = []
    const tasks: number[] = []
    let most = 0
    const observer = new PerformanceObserver(list => {
      tasks.push(...list.getEntries().map(entry => entry.duration))
    })
    observer.observe({ type: 'longtask' })
    let before = await new Promise<number>(resolve => requestAnimationFrame(resolve))
    while (grid.scrollTop + grid.clientHeight < grid.scrollHeight - 1) {
      // 12 000 px in a second, as a fast fling.
      grid.scrollTop += 200
      const now = await new Promise<number>(resolve => requestAnimationFrame(resolve))
      frames.push(now - before)
      before = now
      most = Math.max(most, grid.querySelectorAll('.row').length)
    }
    observer.disconnect()
    const still: number[] = []
    while (still.length < 120) {
      const now = await new Promise<number>(resolve => requestAnimationFrame(resolve))
      still.push(now - before)
      before = now
    }
    return { frames, tasks, most, still }
  })
  console.log(`${runs} runs scrolled: ${measured.frames.length} frames, ${told(measured.frames)}`)
  console.log(`  what the machine does when nothing moves: ${told(measured.still)}`)
  console.log(`  tasks over 50 ms: ${measured.tasks.map(Math.round).join(', ') || 'none'}`)
  console.log(`  rows in the document: at most ${measured.most}`)
  for (const { text, isMet } of judgeFrames(measured, budget)) {
    console.log(`  ${isMet ? '✓' : '✗'} ${text}`)
    if (!isMet) process.exitCode = 1
  }
} finally {
  await browser.close()
  await pages.close()
}

/** Median, 95th percentile and worst, ms. */
function told(frames: readonly number[]): string {
  const [p50, p95, worst] = [0.5, 0.95, 1].map(part => quantile(frames, part).toFixed(1))
  return `p50 ${p50} ms, p95 ${p95} ms, worst ${worst} ms`
}

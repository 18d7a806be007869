// How long after the owner's process was killed does another tab call the stage? `npm run bench:takeover`
import { startDevice, type Tab } from '../e2e/lib/device.ts'
import { startPages } from '../e2e/lib/pages.ts'

const rounds = Number(process.argv[2] ?? 20)
const tabs = 3

const pages = await startPages()
const delays: number[] = []
try {
  for (let round = 0; round < rounds; round++) delays.push(await killOnce())
} finally {
  await pages.close()
}
delays.sort((a, b) => a - b)
const at = (part: number): number => delays[Math.ceil(delays.length * part) - 1] ?? Number.NaN
console.log(
  `${tabs} tabs, ${rounds} kills: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, worst ${at(1)} ms`,
)

/** Starts a run in one of three tabs, kills it, and waits until one of the others calls the stage. */
async function killOnce(): Promise<number> {
  const device = await startDevice()
  try {
    const all: Tab[] = []
    for (let i = 0; i < tabs; i++) all.push(await device.open(pages.url))
    for (const { page } of all) {
      await page.evaluate(async () => {
        await window.tests.registry.signIn('u1')
        window.tests.registry.watch(window.tests.gated).subscribe()
      })
    }
    const [owner, ...others] = all
    if (!owner) throw new Error('no tab')
    await owner.page.evaluate(() => window.tests.registry.trigger(window.tests.gated))
    await owner.page.waitForFunction(() => window.tests.calls() === 1)
    for (const { page } of others) {
      await page.waitForFunction(
        () => window.tests.registry.snapshot(window.tests.gated).status === 'running',
      )
    }
    const killedAt = await owner.kill()
    const calledAt = await Promise.any(others.map(({ page }) => whenCalled(page)))
    return calledAt - killedAt
  } finally {
    await device.close()
  }
}

async function whenCalled(page: Tab['page']): Promise<number> {
  await page.waitForFunction(() => window.tests.calls() > 0)
  return page.evaluate(() => window.tests.calledAt())
}

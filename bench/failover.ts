// How soon does another tab go on when the owner was killed, frozen, or hidden away? `npm run bench:failover [-- kills freezes hides]`
import { startDevice } from '../e2e/lib/device.ts'
import { startPages } from '../e2e/lib/pages.ts'
import { measureFreezes } from '../e2e/lib/freeze-owner.ts'
import { measureHides } from '../e2e/lib/hide-owner.ts'
import { measureKills } from '../e2e/lib/kill-owner.ts'
import { p95, quantiles } from './quantiles.ts'

const [kills = 100, freezes = 20, hides = 20] = process.argv.slice(2).map(Number)
const tabs = 3
const ttlMs = 2_000
const killBudgetMs = 100
const hideBudgetMs = 1_000
const freezeBudgetMs = ttlMs + 500

const pages = await startPages()
const device = await startDevice()
const cached = await startDevice({ asShipped: true })
try {
  if (kills > 0) {
    const measured = await measureKills(device, pages.url, tabs, kills)
    const called = measured.map(kill => kill.called)
    console.log(`${tabs} tabs, ${kills} kills → stage called elsewhere: ${quantiles(called)}`)
    console.log(
      `  of which the browser took to free a Web Lock: ${quantiles(measured.map(kill => kill.lock))}`,
    )
    judge(`p95 ≤ ${killBudgetMs} ms`, p95(called) <= killBudgetMs)
  }
  if (freezes > 0) {
    const measured = await measureFreezes(device, pages, ttlMs, tabs, freezes)
    const called = measured.map(freeze => freeze.called)
    console.log(
      `${tabs} tabs, ttl ${ttlMs} ms, ${freezes} freezes → stage called elsewhere: ${quantiles(called)}`,
    )
    judge(`worst ≤ ttl + 500 ms`, Math.max(...called) <= freezeBudgetMs)
    const faults = measured.flatMap(freeze => freeze.faults)
    for (const fault of faults) console.log(`  ${fault}`)
    judge(
      'thawed: next commit refused, its writes not there, late answer without effect, no error shown',
      faults.length === 0,
    )
  }
  if (hides > 0) {
    const called = await measureHides(cached, pages, tabs, hides)
    console.log(
      `${tabs} tabs, ttl 60000 ms, ${hides} × into the back-forward cache → stage called elsewhere: ${quantiles(called)}`,
    )
    judge(
      `worst ≤ ${hideBudgetMs} ms, each page came back from the cache`,
      Math.max(...called) <= hideBudgetMs,
    )
  }
} finally {
  await cached.close()
  await device.close()
  await pages.close()
}

function judge(promise: string, isKept: boolean): void {
  console.log(`  ${isKept ? '✓' : '✗'} ${promise}`)
  if (!isKept) process.exitCode = 1
}

/** How long after the owner's process was killed does another tab call the stage? */
import type { Tab } from './device.ts'
import { nextCall, startIn, whenIdle } from './owner.ts'

/** What one kill showed. */
export interface Kill {
  /** Until the stage was called in another tab, ms. */
  readonly called: number
  /** The tabs that are left. */
  readonly left: Tab[]
}

/** Kills the first tab of `tabs` in the middle of a run. */
export async function killOwner(tabs: readonly Tab[]): Promise<Kill> {
  const [owner, ...others] = tabs
  if (!owner) throw new Error('no tab')
  const { callsBefore } = await startIn(owner, others, 'gated')
  const killedAt = await owner.kill()
  const { calledAt, tab } = await nextCall(others, callsBefore)
  await tab.page.evaluate(() => window.tests.release())
  for (const other of others) await whenIdle(other, 'gated')
  await owner.page.close()
  return { called: calledAt - killedAt, left: others }
}

/** How does a test with two tabs begin? */
import type { Demo } from './demo.ts'
import type { Device, Tab } from './device.ts'
import { answeredHere, signIn, synced } from './screen.ts'

/** Two tabs of ada in which everything is synced, and what their opening asked for is over. */
export async function openTwoTabs(
  demo: Demo,
  device: Device,
): Promise<{ readonly one: Tab; readonly two: Tab }> {
  const one = await device.open(demo.url)
  await signIn(one.page, 'ada')
  const two = await device.open(demo.url)
  // The last success shows before this tab's own first trigger is answered: it may begin another run.
  await answeredHere(two.page)
  await synced(two.page)
  return { one, two }
}

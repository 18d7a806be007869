// Six tabs ask for the work of one key at one instant.
import type { Page } from '@playwright/test'
import { expect, test } from './lib/test.ts'

const tabs = 6
const rounds = 50

test('C01 six tabs trigger one key at one instant, fifty times: one stage call, five join, six equal outcomes', async ({
  device,
  pages,
}) => {
  const six: Page[] = []
  for (let i = 0; i < tabs; i += 1) six.push((await device.open(pages.url)).page)
  await Promise.all(six.map(page => page.evaluate(() => window.tests.registry.signIn('u1'))))

  let leadMs = 250
  for (let round = 1, together = 0; together < rounds; round += 1) {
    expect(round, 'so many rounds were too late for their instant').toBeLessThan(4 * rounds)
    // An instant of the wall clock, told to all tabs beforehand.
    const instant = { at: Date.now() + leadMs, spinMs: leadMs / 5 }
    const answers = await Promise.all(six.map(page => page.evaluate(triggerAt, instant)))
    const decisions = answers.map(answer => answer.decision).sort()
    expect(decisions, `round ${round}`).toEqual([...Array<string>(5).fill('joined'), 'started'])
    const [runId, ...otherRuns] = new Set(answers.map(answer => answer.runId))
    expect(otherRuns).toEqual([])
    // Only a round that reached all tabs in time was one instant.
    if (answers.every(answer => answer.aheadMs > 0)) together += 1
    else leadMs = Math.min(leadMs * 2, 4_000)

    await six[0]?.evaluate(() => window.tests.release())
    const outcomes = await Promise.all(six.map(page => page.evaluate(takeOutcome)))
    const expected = { status: 'succeeded', runId, result: `by run ${runId}` }
    expect(outcomes).toEqual(six.map(() => expected))
    const calls = await Promise.all(six.map(page => page.evaluate(() => window.tests.calls())))
    expect(calls.reduce((sum, each) => sum + each, 0)).toBe(round)
  }
})

/** Waits and then spins to the instant, triggers, and keeps the promise of the outcome for later. */
async function triggerAt({ at, spinMs }: { readonly at: number; readonly spinMs: number }) {
  // Six tabs that spin all the time would take the processor from one another, and from every other test.
  await new Promise(resolve => setTimeout(resolve, at - Date.now() - spinMs))
  const aheadMs = at - Date.now()
  while (Date.now() < at);
  const { decision, runId, done } = await window.tests.registry.trigger(window.tests.gated)
  Object.assign(window, { done })
  return { decision, runId, aheadMs }
}

function takeOutcome(): unknown {
  return Reflect.get(window, 'done')
}

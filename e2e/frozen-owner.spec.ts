// The owner's process is frozen, and keeps its Web Lock: another tab goes on when the lease is over.
import { freezeOwner } from './lib/freeze-owner.ts'
import { openTab, startIn, whenIdle } from './lib/owner.ts'
import { expect, test } from './lib/test.ts'

const ttlMs = 2_000

test('C11 a frozen owner is replaced; thawed, its commit is refused, its late answer is without effect, and nobody sees an error', async ({
  device,
  pages,
}) => {
  const url = `${pages.url}/?rows=fenced&ttl=${ttlMs}`
  const tabs = [await openTab(device, url), await openTab(device, url), await openTab(device, url)]
  for (let round = 0; round < 2; round += 1) {
    const { faults } = await freezeOwner(tabs, pages)
    expect(faults).toEqual([])
  }
})

test('while the owner is frozen the others say that it does not respond, and never that nothing runs', async ({
  device,
  pages,
}) => {
  const url = `${pages.url}/?ttl=${ttlMs}`
  const [owner, watching] = [await openTab(device, url), await openTab(device, url)]
  pages.hold()
  await startIn(owner, [watching], 'parts')
  const seen = watching.page.evaluate(
    () =>
      new Promise<string[]>(resolve => {
        const shown: string[] = []
        window.tests.registry.watch(window.tests.parts).subscribe(({ status, running }) => {
          const text = running
            ? `${status}, ${running.responding ? 'responding' : 'silent'}, ${running.owner.here ? 'here' : 'there'}`
            : status
          if (shown.at(-1) !== text) shown.push(text)
          if (status === 'idle') resolve(shown)
        })
      }),
  )
  owner.freeze()
  await watching.page.waitForFunction(() => window.tests.calls() === 1)
  pages.release()
  await whenIdle(watching, 'parts')
  expect(await seen).toEqual([
    'running, responding, there',
    'running, silent, there',
    'running, responding, here',
    'idle',
  ])
  owner.thaw()
  await whenIdle(owner, 'parts')
})

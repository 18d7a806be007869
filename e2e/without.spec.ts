// Pages without Web Locks, without BroadcastChannel, without either, and on plain http: later, but as safely.
import { freezeOwner } from './lib/freeze-owner.ts'
import { nextCall, openTab, runsOf, startIn, whenIdle } from './lib/owner.ts'
import { expect, test } from './lib/test.ts'

const ttlMs = 2_000
const missing: readonly { readonly name: string; readonly globals: readonly string[] }[] = [
  { name: 'without Web Locks', globals: ['locks'] },
  { name: 'without BroadcastChannel', globals: ['BroadcastChannel'] },
  { name: 'without both', globals: ['locks', 'BroadcastChannel'] },
]

for (const { name, globals } of missing) {
  test(`C10 C11 ${name}, a killed and a frozen owner are replaced, and the frozen one writes nothing`, async ({
    device,
    pages,
  }) => {
    await device.prepare(names => {
      if (names.includes('locks')) Reflect.deleteProperty(Navigator.prototype, 'locks')
      if (names.includes('BroadcastChannel')) Reflect.deleteProperty(window, 'BroadcastChannel')
    }, globals)
    const url = `${pages.url}/?ttl=${ttlMs}`
    const [one, two, three] = [
      await openTab(device, url),
      await openTab(device, url),
      await openTab(device, url),
    ]
    expect(
      await one.page.evaluate(() => [
        ...('locks' in navigator ? [] : ['locks']),
        ...('BroadcastChannel' in window ? [] : ['BroadcastChannel']),
      ]),
    ).toEqual(globals)
    expect((await freezeOwner([one, two, three], pages)).faults).toEqual([])

    pages.hold()
    const { callsBefore } = await startIn(one, [two, three], 'parts')
    await one.kill()
    await nextCall([two, three], callsBefore)
    pages.release()
    for (const tab of [two, three]) await whenIdle(tab, 'parts')
    const runs = await runsOf(two, 'parts')
    expect(runs[0]).toMatchObject({ status: 'succeeded', takeovers: 1 })
  })
}

test.describe('on plain http', () => {
  const host = 'leasehold.test'
  test.use({ deviceOptions: { args: [`--host-resolver-rules=MAP *.${host} 127.0.0.1`] } })

  test('on plain http, a frozen owner is replaced, and writes nothing', async ({
    device,
    pages,
  }) => {
    const url = `${pages.url.replace('localhost', host)}/?ttl=${ttlMs}`
    const tabs = [await openTab(device, url), await openTab(device, url)]
    expect(
      await tabs[0]?.page.evaluate(() => ({ isSecureContext, locks: 'locks' in navigator })),
    ).toEqual({ isSecureContext: false, locks: false })
    expect((await freezeOwner(tabs, pages)).faults).toEqual([])
  })
})

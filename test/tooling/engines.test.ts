import { expect, test } from 'vitest'
import { type EngineMachine, findEngines } from '../../scripts/lib/engines.mjs'

/** A machine on which these programs lie, each with what it says of its version. */
function machineWith(
  programs: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
): EngineMachine {
  return {
    env: { PATH: '/bin', ...env },
    exists: path => path in programs,
    version: path => programs[path] ?? '',
    playwrightPaths: () => Promise.resolve({ firefox: '/own/firefox', webkit: '/own/webkit' }),
  }
}

const esr = { '/bin/firefox-esr': 'Mozilla Firefox 153.8.0esr' }
const webkit = { '/bin/WebKitWebDriver': '', '/bin/Xvfb': '' }

async function pathsOn(machine: EngineMachine): Promise<readonly (string | null)[]> {
  return (await findEngines(machine)).map(({ path }) => path)
}

test("Playwright's own builds come before the system's", async () => {
  const all = { ...esr, ...webkit, '/own/firefox': '', '/own/webkit': '' }
  expect(await pathsOn(machineWith(all))).toEqual(['playwright', 'playwright'])
  expect(await pathsOn(machineWith({ ...esr, ...webkit }))).toEqual([
    '/bin/firefox-esr',
    '/bin/WebKitWebDriver',
  ])
})

test('a Firefox that the test tool cannot drive is not taken, and the line says its version', async () => {
  const old = { '/bin/firefox-esr': 'Mozilla Firefox 140.12.0esr' }
  const [firefox] = await findEngines(machineWith(old))
  expect(firefox).toMatchObject({ path: null, packages: ['firefox-esr'] })
  expect(firefox?.line).toContain('/bin/firefox-esr is 140, 143 is needed')
  const newer = { ...old, '/bin/firefox': 'Mozilla Firefox 150.0' }
  expect((await pathsOn(machineWith(newer)))[0]).toBe('/bin/firefox')
})

test('WebKit needs a screen or a way to make one', async () => {
  const driver = { '/bin/WebKitWebDriver': '' }
  const [, without] = await findEngines(machineWith(driver))
  expect(without).toMatchObject({ path: null, packages: ['xvfb'] })
  expect((await pathsOn(machineWith(driver, { DISPLAY: ':0' })))[1]).toBe('/bin/WebKitWebDriver')
})

test('for each engine that is missing one line says so, and how to get it', async () => {
  const lines = (await findEngines(machineWith({}))).map(({ line }) => line)
  expect(lines).toEqual([
    'Firefox: none found, so its tests are skipped (Debian: apt-get install firefox-esr; else: npx playwright install firefox)',
    'WebKit: none found, so its tests are skipped (Debian: apt-get install webkit2gtk-driver xvfb; else: npx playwright install webkit)',
  ])
})

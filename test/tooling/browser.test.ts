import { expect, test } from 'vitest'
import { findBrowser, type Machine } from '../../scripts/lib/browser.mjs'

/** A machine with the given browsers; `after` names what a command brings. */
function createMachine({
  browsers = [],
  after = {},
  env = { PATH: '/bin' },
  canUseApt = false,
}: {
  browsers?: string[]
  after?: Record<string, string>
  env?: Record<string, string>
  canUseApt?: boolean
}) {
  const commands: string[] = []
  const said: string[] = []
  const present = new Set(browsers)
  const machine: Machine = {
    env,
    answers: path => present.has(path),
    playwrightPath: () => Promise.resolve('/playwright/chrome'),
    canUseApt,
    run: (command, args) => {
      commands.push([command, ...args].join(' '))
      const brought = after[`${command} ${args[0]}`]
      if (brought !== undefined) present.add(brought)
      return Promise.resolve(0)
    },
    say: sentence => said.push(sentence),
  }
  return { machine, commands, said }
}

test('the browser that the person names is taken, and no other in its place', async () => {
  const env = { PATH: '/bin', LEASEHOLD_CHROMIUM: '/mine' }
  const named = createMachine({ browsers: ['/bin/chromium', '/mine'], env })
  expect(await findBrowser(named.machine)).toBe('/mine')
  const wrong = createMachine({ browsers: ['/bin/chromium'], env })
  expect(await findBrowser(wrong.machine)).toBeNull()
  expect(wrong.said).toEqual(['LEASEHOLD_CHROMIUM is /mine, but no browser runs from there.'])
})

test("the system's browser comes before Playwright's own", async () => {
  const both = createMachine({ browsers: ['/bin/chromium', '/playwright/chrome'] })
  expect(await findBrowser(both.machine)).toBe('/bin/chromium')
  const own = createMachine({ browsers: ['/playwright/chrome'] })
  expect(await findBrowser(own.machine)).toBe('/playwright/chrome')
  expect([...both.commands, ...own.commands]).toEqual([])
})

test('without a browser the Debian package is installed where that is possible', async () => {
  const { machine, commands } = createMachine({
    canUseApt: true,
    after: { 'apt-get install': '/bin/chromium' },
  })
  expect(await findBrowser(machine)).toBe('/bin/chromium')
  expect(commands.some(command => command.startsWith('playwright'))).toBe(false)
})

test("where it is not, or brings nothing that runs, Playwright's own is installed", async () => {
  for (const canUseApt of [false, true]) {
    const { machine } = createMachine({
      canUseApt,
      after: { 'playwright install': '/playwright/chrome' },
    })
    expect(await findBrowser(machine)).toBe('/playwright/chrome')
  }
})

test('when no way leads to a browser the answer is none', async () => {
  const { machine } = createMachine({ canUseApt: true })
  expect(await findBrowser(machine)).toBeNull()
})

// The same button in React, Vue, Svelte and Angular: each tells the truth about the others' runs.
import type { Page, Route } from '@playwright/test'
import type { Device, Tab } from './lib/device.ts'
import { type Examples, startExamples } from './lib/examples.ts'
import { expect, test } from './lib/test.ts'

let examples: Examples
test.beforeAll(async () => {
  examples = await startExamples()
})
test.afterAll(() => examples.close())

/** Its page, and what becomes of its requests for notes. */
interface Example extends Tab {
  readonly notes: Notes
}

interface Notes {
  /** How many requests wait. */
  held(): number
  /** From here on requests wait. */
  hold(): void
  /** So many requests are answered, the waiting ones first; without a count all. */
  pass(count?: number): Promise<void>
  /** The next request is refused, with the wish to be asked again in a minute. */
  refuse(): void
}

async function controlNotes(page: Page): Promise<Notes> {
  const held: Route[] = []
  let passing = Number.POSITIVE_INFINITY
  let isRefusing = false
  await page.route('**/notes/*', async route => {
    if (isRefusing) {
      isRefusing = false
      await route.fulfill({ status: 503, headers: { 'Retry-After': '60' } })
    } else if (passing > 0) {
      passing--
      await route.continue()
    } else held.push(route)
  })
  return {
    held: () => held.length,
    hold() {
      passing = 0
    },
    async pass(count = Number.POSITIVE_INFINITY) {
      const now = held.splice(0, count)
      passing = count - now.length
      for (const route of now) await route.continue()
    },
    refuse() {
      isRefusing = true
    },
  }
}

/** All examples, in one origin: signed in, and the run that this begins is over. */
async function openAll(device: Device, host: string): Promise<readonly Example[]> {
  const opened: Example[] = []
  for (const framework of ['react', 'vue', 'svelte', 'angular']) {
    const tab = await device.open(`http://${host}:${examples.port}/${framework}/index.html`)
    await expect(line(tab), framework).toHaveText(/^Synced at /)
    await expect(button(tab), framework).toHaveText('Sync now')
    opened.push({ ...tab, notes: await controlNotes(tab.page) })
  }
  return opened
}

const button = ({ page }: Tab) => page.getByRole('button').first()
const line = ({ page }: Tab) => page.getByRole('status')

/** Each of them with the one after it. */
function pairs(all: readonly Example[]): readonly (readonly [Example, Example])[] {
  return all.map((one, index) => [one, all[(index + 1) % all.length] as Example])
}

test('a press in one framework, and the tabs of all say that it is syncing already, how far it is, and when it is done', async ({
  device,
  host,
}) => {
  const all = await openAll(device, host)
  for (const [one, next] of pairs(all)) {
    one.notes.hold()
    await button(one).click()
    for (const each of all) {
      await expect(button(each)).toHaveText('Already syncing')
      const where = each === one ? 'in this tab' : 'in another tab'
      await expect(line(each)).toHaveText(new RegExp(`^Since .*, ${where}$`))
    }
    await expect.poll(one.notes.held).toBe(1)
    next.notes.hold()
    await button(next).click()
    await one.notes.pass(1)
    for (const { page } of all)
      await expect(page.getByRole('progressbar')).toHaveJSProperty('value', 1)
    await one.notes.pass()
    for (const each of all) {
      await expect(button(each)).toHaveText('Sync now')
      await expect(line(each)).toHaveText(/^Synced at /)
      await expect(each.page.getByRole('progressbar')).toHaveCount(0)
    }
    // The press on the other button joined.
    expect(next.notes.held()).toBe(0)
    await next.notes.pass()
  }
  expect(all.flatMap(({ errors }) => errors)).toEqual([])
})

test('what fails in one framework is shown by all; another one tries again, and a third one cancels', async ({
  device,
  host,
}) => {
  const all = await openAll(device, host)
  for (const [one, next] of pairs(all)) {
    one.notes.refuse()
    await button(one).click()
    for (const each of all) {
      await expect(button(each)).toHaveText('Retry now')
      await expect(line(each)).toHaveText(/^Failed: .*503.* Next attempt at /)
    }
    next.notes.hold()
    await button(next).click()
    await expect.poll(next.notes.held).toBe(1)
    await one.page.getByRole('button', { name: 'Cancel' }).click()
    for (const each of all) {
      await expect(line(each)).toHaveText(/^Cancelled at /)
      await expect(each.page.getByRole('button')).toHaveText(['Sync now'])
    }
    await next.notes.pass()
  }
  // The browser itself says which answers were refusals.
  const errors = all.flatMap(each => each.errors)
  expect(errors.filter(error => !error.includes('503'))).toEqual([])
})

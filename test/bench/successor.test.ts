// Who went on where an owner ended, and when was it ended?
import { errors } from '@playwright/test'
import { expect, test } from 'vitest'
import type { Tab } from '../../e2e/lib/device.ts'
import { endsAfterMs, nextCall } from '../../bench/lib/successor.ts'

function tabThat(waits: () => Promise<unknown>, calledAt = 0): Tab {
  const page = { waitForFunction: waits, evaluate: () => Promise.resolve(calledAt) }
  return { page } as unknown as Tab
}
const never = (): Promise<unknown> => Promise.reject(new errors.TimeoutError('too late'))

test('a tab that went on tells when, whatever the others do', async () => {
  const went = tabThat(() => Promise.resolve(), 1_234)
  expect(await nextCall([tabThat(never), went], 'bc', 10)).toBe(1_234)
})

test('where no tab goes on in time there is no call', async () => {
  expect(await nextCall([tabThat(never), tabThat(never)], 'bc', 10)).toBeNull()
})

test('a tab that broke is not taken for one that never goes on', async () => {
  const broken = tabThat(() => Promise.reject(new Error('the page crashed')))
  await expect(nextCall([tabThat(never), broken], 'bc', 10)).rejects.toThrow('the page crashed')
})

test('owners end all over the time between two looks of who looks by a timer, and at once for the others', () => {
  const rounds = [0, 1, 2, 3].map(round => (round + 0.5) / 4)
  expect(rounds.map(part => endsAfterMs('bc', part))).toEqual([375, 1_125, 1_875, 2_625])
  expect(rounds.map(part => endsAfterMs('idb', part))).toEqual([0, 0, 0, 0])
})

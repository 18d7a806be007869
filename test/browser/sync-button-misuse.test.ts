/** What does the sync button make of what it should not be given? */
import { afterEach, expect, test } from 'vitest'
import { defineSyncButton, type SyncTextChanges } from '../../src/element/index.ts'
import { inside, placed, settled, standIn, textOf } from './sync-button-page.ts'

afterEach(() => document.body.replaceChildren())

test('empty and unknown values of attributes leave the defaults', async () => {
  const { registry } = standIn()
  const element = await placed(registry)
  const before = textOf(element, '.headline')
  for (const locale of ['', 'no such locale', 'de_DE']) {
    element.setAttribute('locale', locale)
    element.setAttribute('label', '')
    await settled()
    expect(textOf(element, '.headline')).toBe(before)
    expect(textOf(element, '.button')).toBe('Sync now')
  }
})

test('what is no yes for `detailed` is a no, however often it is set', async () => {
  const { registry } = standIn()
  const element = await placed(registry)
  const seen = [undefined, undefined, true, null, 0].map(value => {
    Object.assign(element, { detailed: value })
    return element.detailed
  })
  expect(seen).toEqual([false, false, true, false, false])
})

test('a text that is undefined is the one from below it', async () => {
  const given = { syncNow: undefined, reasons: { offline: undefined }, stages: undefined }
  defineSyncButton({ name: 'half-sync', texts: { syncNow: 'Abgleichen' } })
  const { registry } = standIn()
  const element = await placed(registry, 'half-sync')
  element.texts = given as unknown as SyncTextChanges
  await settled()
  expect(textOf(element, '.button')).toBe('Abgleichen')
})

test.each([
  ['a name that is not known', { txts: {} }, /option 'txts' is not known; did you mean 'texts'\?/],
  ['texts that are none', { texts: 'Abgleichen' }, /option 'texts' must be an object/],
  ['no object', 'my-sync', /the options must be an object/],
])('%s among the options is refused', (_, options, message) => {
  const refusal = { code: 'invalid-argument', message: expect.stringMatching(message) as unknown }
  expect(() => defineSyncButton(options as object)).toThrow(
    expect.objectContaining(refusal) as Error,
  )
})

test('a clone shows what it is told itself, and two elements of one task do not disturb each other', async () => {
  const { registry, watching } = standIn()
  const element = await placed(registry)
  element.setAttribute('label', 'Mine')
  const clone = element.cloneNode(true) as typeof element
  document.body.append(clone)
  await settled()
  expect([watching(), textOf(clone, '.button')]).toEqual([1, 'Mine'])
  clone.registry = registry
  clone.task = 'ada|sync'
  await settled()
  expect(watching()).toBe(2)
  element.remove()
  expect(watching()).toBe(1)
  expect(inside(clone, '.button').getAttribute('aria-disabled')).toBe('false')
})

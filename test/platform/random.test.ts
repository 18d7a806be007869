// Are ids unique, unguessable and fit to travel?
import { afterEach, expect, test, vi } from 'vitest'
import { systemRandom } from '../../src/platform/random.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

test('ten thousand ids are all different', () => {
  const random = systemRandom()
  const ids = new Set(Array.from({ length: 10_000 }, () => random.id()))
  expect(ids.size).toBe(10_000)
})

test('an id is 22 characters that URLs, headers and lock names take as they are', () => {
  for (let i = 0; i < 1_000; i++) {
    const id = systemRandom().id()
    expect(id).toMatch(/^[A-Za-z0-9_~]{22}$/)
    expect(encodeURIComponent(id)).toBe(id)
  }
})

test('an id needs nothing that plain http pages lack', () => {
  const randomUUID = vi.spyOn(crypto, 'randomUUID')
  const getRandomValues = vi.spyOn(crypto, 'getRandomValues')
  systemRandom().id()
  expect(randomUUID).not.toHaveBeenCalled()
  expect(getRandomValues).toHaveBeenCalledTimes(1)
})

test('an id uses every random byte once: all 64 characters turn up equally often', () => {
  vi.spyOn(crypto, 'getRandomValues').mockImplementation(array => {
    const bytes = array as Uint8Array
    for (let i = 0; i < bytes.length; i++) bytes[i] = i
    return array
  })
  const random = systemRandom()
  const drawn = Array.from({ length: 12 }, () => random.id()).join('')
  const counts = new Map<string, number>()
  for (const letter of drawn.slice(0, 256)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  expect(counts.size).toBe(64)
  expect(new Set(counts.values())).toEqual(new Set([4]))
})

test('a number lies in [0, 1)', () => {
  const random = systemRandom()
  for (let i = 0; i < 1_000; i++) {
    const number = random.number()
    expect(number >= 0 && number < 1).toBe(true)
  }
})

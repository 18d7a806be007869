/** The contract suite itself: nothing of it may get lost on its way to those who run it. */
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type StoreCase, storeCases } from '../../src/testing/store-cases.ts'

const folder = new URL('../../src/testing/', import.meta.url)
const files = readdirSync(folder).filter(name => /^store-cases-.*\.ts$/.test(name))

test('it holds each case of each of its files, under a name of its own', async () => {
  const all = await Promise.all(
    files.map(async name => {
      const module = (await import(new URL(name, folder).href)) as Record<
        string,
        readonly StoreCase[]
      >
      return Object.entries(module).flatMap(([exported, cases]) =>
        exported.endsWith('Cases') ? cases : [],
      )
    }),
  )
  const cases = all.flat()
  expect(files.length).toBeGreaterThan(5)
  expect(new Set(storeCases)).toEqual(new Set(cases))
  expect(new Set(storeCases.map(({ name }) => name)).size).toBe(cases.length)
})

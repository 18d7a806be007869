import { expect, test } from 'vitest'
import { findAddresses } from '../../scripts/lib/addresses.mjs'

const host = ['registry', 'example', 'org'].join('.')

test.each([
  ['the host of a registry', `see https://${host}/idb`],
  ['the host of a registry', `npm ping ${host}`],
  ['a tarball', ['https://example.org/idb-1.0.0', 'tgz'].join('.')],
  ['a setting', ['registry', 'https://example.org'].join('=')],
])('%s is found', (_, text) => {
  expect(findAddresses('docs/a.md', `first line\n${text}`)[0]).toContain('docs/a.md:2 holds')
})

test('a lock file that notes where packages came from is refused', () => {
  const text = JSON.stringify({ packages: { a: { resolved: 'https://example.org/a' } } }, null, 2)
  expect(findAddresses('package-lock.json', text)).toHaveLength(1)
})

test('code that calls a registry object is no address', () => {
  expect(findAddresses('a.ts', 'registry.trigger(task); registry.stop()')).toEqual([])
})

import { expect, test } from 'vitest'
import { isInstalled } from '../../scripts/lib/install.mjs'
import { explainNodeVersion } from '../../scripts/lib/node-version.mjs'

const wanted = {
  '': { version: '0.1.0' },
  'node_modules/a': { version: '1.0.0', integrity: 'x' },
  'node_modules/for-another-platform': { version: '1.0.0', integrity: 'y', optional: true },
}

test('what the lock file asks for is installed', () => {
  expect(isInstalled(wanted, { 'node_modules/a': { version: '1.0.0', integrity: 'x' } })).toBe(true)
})

test.each([
  ['nothing is installed', null],
  ['a package is missing', {}],
  ['another version is installed', { 'node_modules/a': { version: '1.0.1', integrity: 'z' } }],
])('an install is needed when %s', (_, present) => {
  expect(isInstalled(wanted, present)).toBe(false)
})

test('versions of Node.js that the tools run on are accepted, others explained', () => {
  for (const version of ['20.19.0', '20.20.2', '22.13.0', '24.0.0', '26.1.0']) {
    expect(explainNodeVersion(version), version).toBeNull()
  }
  for (const version of ['18.20.0', '20.18.9', '21.7.0', '22.12.0', '23.0.0']) {
    expect(explainNodeVersion(version), version).toContain(version)
  }
})

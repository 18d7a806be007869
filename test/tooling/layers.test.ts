import { describe, expect, test } from 'vitest'
import { readImports } from '../../scripts/lib/imports.mjs'
import { findLayerViolations, folders } from '../../scripts/lib/layers.mjs'

const violations = (path: string, text: string) =>
  findLayerViolations([{ path, imports: readImports(path, text) }])

describe('the order of the house', () => {
  test('a folder imports itself and the folders before it, never those after it', () => {
    for (const [at, from] of folders.entries()) {
      for (const [other, to] of folders.entries()) {
        const found = violations(`${from}/a.ts`, `import { x } from '../${to}/b.ts'`)
        expect(found, `${from} imports ${to}`).toHaveLength(other <= at ? 0 : 1)
      }
    }
  })

  test('the message names file, line, import and rule', () => {
    expect(violations('model/a.ts', `\nimport type { X } from '../port/b.ts'`)).toEqual([
      "src/model/a.ts:2 imports '../port/b.ts': 'model' comes before 'port' in the house and must not know it",
    ])
  })

  test('the public entry imports every folder, and nothing imports it', () => {
    expect(violations('index.ts', `export { x } from './testing/index.ts'`)).toEqual([])
    expect(violations('testing/a.ts', `import { x } from '../index.ts'`)).toHaveLength(1)
  })

  test('a file lies in a folder of the house', () => {
    expect(violations('helpers.ts', '')).toHaveLength(1)
    expect(violations('utils/a.ts', '')).toHaveLength(1)
  })

  test('what lies outside src is out of reach', () => {
    expect(violations('testing/a.ts', `import { x } from '../../test/b.ts'`)).toHaveLength(1)
  })

  test.each([
    ['a re-export', `export * from '../registry/b.ts'`],
    ['a type in place', `let x: import('../registry/b.ts').X`],
    ['a dynamic import', `await import('../registry/b.ts')`],
    ['an import for its effects', `import '../registry/b.ts'`],
  ])('%s counts as an import', (_, text) => {
    expect(violations('lease/a.ts', text)).toHaveLength(1)
  })
})

describe('third-party packages', () => {
  test('each has its one place', () => {
    expect(violations('store/idb.ts', `import { openDB } from 'idb'`)).toEqual([])
    expect(violations('store/idb-open.ts', `import { openDB } from 'idb'`)).toEqual([])
    expect(violations('store/memory.ts', `import { openDB } from 'idb'`)).toEqual([
      "src/store/memory.ts:1 imports 'idb': only src/store/idb* may",
    ])
    expect(violations('store/idb.ts', `import { Dexie } from 'dexie'`)).toHaveLength(1)
    expect(violations('run/a.ts', `import { Observable } from 'rxjs'`)).toHaveLength(1)
  })

  test('of RxJS only the types around Observable are used', () => {
    expect(violations('registry/a.ts', `import { Observable } from 'rxjs'`)).toEqual([])
    expect(violations('registry/a.ts', `import { map, Observable } from 'rxjs'`)).toHaveLength(1)
    expect(violations('registry/a.ts', `import * as rxjs from 'rxjs'`)).toHaveLength(1)
  })

  test('others, and the modules of Node.js, are refused', () => {
    expect(violations('run/a.ts', `import x from 'lodash'`)).toHaveLength(1)
    expect(violations('run/a.ts', `import { readFile } from 'node:fs'`)).toHaveLength(1)
  })
})

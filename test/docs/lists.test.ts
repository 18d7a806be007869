// Do the lists of the documentation say what the code, the package and the scripts say?
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listFiles } from '../../scripts/lib/files.mjs'
import { folders } from '../../scripts/lib/layers.mjs'
import { readPage, readPages, rootFolder, tableBelow } from './pages.ts'

interface Manifest {
  readonly name: string
  readonly exports: Readonly<Record<string, unknown>>
  readonly scripts: Readonly<Record<string, string>>
}

const manifest = JSON.parse(readPage('package.json').text) as Manifest
const architecture = readPage('docs/architecture.md')
const guarantees = readPage('docs/guarantees.md')

/** What stands in the first pair of backticks. */
function quoted(cell: string | undefined): string {
  return /`([^`]+)`/.exec(cell ?? '')?.[1] ?? ''
}

/** The members of a union of texts, as its source lists them. */
function membersOf(path: string, name: string): readonly string[] {
  const source = readPage(path).text
  const declared = new RegExp(`export type ${name} =([^]*?)\\n(?=\\n|export|/\\*\\*)`).exec(source)
  return [...(declared?.[1] ?? '').matchAll(/'([^']+)'/g)].map(found => found[1] ?? '')
}

describe('the README', () => {
  test('lists exactly the entries of the package', () => {
    const listed = tableBelow(readPage('README.md'), 'Entries').map(([entry]) => quoted(entry))
    const entries = Object.keys(manifest.exports)
      .filter(path => path !== './package.json')
      .map(path => path.replace('.', manifest.name))
    expect(listed).toEqual(entries)
  })
})

describe('the house', () => {
  test('is shown with the folders that it has, in their order', () => {
    const listed = tableBelow(architecture, 'The house').map(([folder]) => quoted(folder))
    const present = folders.filter(folder => existsSync(join(rootFolder, 'src', folder)))
    expect(listed).toEqual(present.map(folder => `${folder}/`))
  })
})

describe('the guarantees', () => {
  test.each([
    ['src/model/trigger.ts', 'Decision'],
    ['src/model/trigger.ts', 'DecisionReason'],
    ['src/model/trigger.ts', 'WhenRunning'],
    ['src/model/error.ts', 'AbortReason'],
    ['src/model/error.ts', 'FailureClass'],
    ['src/model/failure.ts', 'FailureCause'],
    ['src/model/schedule.ts', 'Missed'],
  ])('explain every word that an app may meet: %s, %s', (path, name) => {
    const members = membersOf(path, name)
    expect(members.length).toBeGreaterThan(2)
    expect(members.filter(member => !guarantees.text.includes(`\`${member}\``))).toEqual([])
  })
})

describe('every page', () => {
  const below = ['src', 'test', 'e2e', 'bench', 'examples', 'scripts', 'demo-pwa'].flatMap(folder =>
    listFiles(join(rootFolder, folder)).map(path => `${folder}/${path}`),
  )
  const files = [...readdirSync(rootFolder), ...below]

  test.each(readPages().map(page => [page.path, page] as const))(
    '%s names only files and commands that exist',
    (_, page) => {
      const words = [...page.text.matchAll(/`([^`\n]+)`/g)].map(found => found[1] ?? '')
      const named = words.filter(word => /^[\w./-]+\.(?:ts|mjs)$/.test(word))
      const missing = named.filter(word => !files.some(file => `/${file}`.endsWith(`/${word}`)))
      expect(missing).toEqual([])
      const scripts = [...page.text.matchAll(/npm run ([\w:]+)/g)].map(found => found[1] ?? '')
      expect(scripts.filter(script => !(script in manifest.scripts))).toEqual([])
    },
  )
})

// Does every link inside the documentation lead somewhere?
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Page, proseOf, readPage, readPages, rootFolder } from './pages.ts'

/** One message per link that leads nowhere. */
function brokenLinks(page: Page): readonly string[] {
  const targets = [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(found => found[1] ?? '')
  return targets
    .filter(target => !/^[a-z]+:/.test(target))
    .flatMap(target => {
      const [file = '', anchor] = target.split('#')
      const path = file === '' ? page.path : join(page.path, '..', file)
      if (!existsSync(join(rootFolder, path))) return [`${page.path}: ${target} does not exist`]
      const missing = anchor !== undefined && !anchorsOf(readPage(path)).includes(anchor)
      return missing ? [`${page.path}: ${target} names no heading`] : []
    })
}

/** Links of a packed page to what is not packed, unless their paragraph says so. */
function linksOutOfPackage(page: Page): readonly string[] {
  return proseOf(page)
    .split(/\n\n/)
    .filter(paragraph => !/only in the repository/i.test(paragraph))
    .flatMap(paragraph => [...paragraph.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)])
    .map(found => found[1] ?? '')
    .filter(target => !/^[a-z]+:/.test(target) && !isPacked(join(page.path, '..', target)))
}

/** npm adds the README and the licence. */
function isPacked(path: string): boolean {
  const { files } = JSON.parse(readPage('package.json').text) as { files: readonly string[] }
  const expressions = [...files, 'README.md', 'LICENSE'].map(pattern =>
    pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]*'),
  )
  return expressions.some(expression => new RegExp(`^${expression}(?:/|$)`).test(path))
}

/** The anchors that the usual renderers give to the headings of a page. */
function anchorsOf({ text }: Page): readonly string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{Letter}\p{Number} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

test.each(readPages().map(page => [page.path, page] as const))(
  'every link in %s leads to a file or heading',
  (_, page) => {
    expect(brokenLinks(page)).toEqual([])
  },
)

test.each(
  readPages()
    .filter(page => isPacked(page.path))
    .map(page => [page.path, page] as const),
)('%s is packed, and so is whatever it links to without a word about it', (_, page) => {
  expect(linksOutOfPackage(page)).toEqual([])
})

test('a link out of the package is named', () => {
  const text = '[x](guarantees.md) [y](../src/index.ts#a)\n\nOnly in the repository: [z](../src/)'
  expect(linksOutOfPackage({ path: 'docs/a.md', text })).toEqual(['../src/index.ts'])
})

test('a link that leads nowhere is named', () => {
  const page = { path: 'docs/a.md', text: '[x](gone.md) [y](../README.md#gone) [z](https://a.b)' }
  expect(brokenLinks(page)).toEqual([
    'docs/a.md: gone.md does not exist',
    'docs/a.md: ../README.md#gone names no heading',
  ])
})

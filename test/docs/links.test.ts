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

test('a link that leads nowhere is named', () => {
  const page = { path: 'docs/a.md', text: '[x](gone.md) [y](../README.md#gone) [z](https://a.b)' }
  expect(brokenLinks(page)).toEqual([
    'docs/a.md: gone.md does not exist',
    'docs/a.md: ../README.md#gone names no heading',
  ])
})

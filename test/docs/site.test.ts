// Is every page in the navigation of the site, and does the check of the built site find what is wrong with it?
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readNavigation } from '../../docs/.vitepress/navigation.mjs'
import { withSiteLinks } from '../../docs/.vitepress/links.mjs'
import { auditSite } from '../../scripts/lib/site-audit.mjs'
import { readPages } from './pages.ts'

/** A built site of these files. */
function site(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'leasehold-site-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

test('every page of docs is in the navigation once; a decision is in their list', () => {
  const links = readNavigation().flatMap(({ items }) => items.map(({ link }) => link))
  const pages = readPages()
    .map(({ path }) => /^docs\/(.*)\.md$/.exec(path)?.[1])
    .filter(page => page !== undefined && page !== 'index' && !/^decisions\/\d/.test(page))
    .map(page => `/${page?.replace(/(^|\/)index$/, '$1')}`)
  expect(links.filter(link => !/^\/(?:api|repository)\//.test(link)).sort()).toEqual(pages.sort())
  expect(new Set(links).size).toBe(links.length)
})

test('a title says nothing that its group says', () => {
  const moving = readNavigation().find(({ text }) => text === 'Moving over from')
  expect(moving?.items.map(({ text }) => text)).toContain('Web Locks')
})

test('links of a page at the top are those of the site, or text where there is no page', () => {
  const text =
    '[a](docs/retries.md#classes) [b](README.md) [c](src/index.ts) [d](https://a.b) [e](#f)'
  expect(withSiteLinks('CHANGELOG.md', text)).toBe(
    '[a](/retries.md#classes) [b](/) c [d](https://a.b) [e](#f)',
  )
})

test('what is wrong with a built site is named: dead links, dead anchors, whatever is fetched', () => {
  const folder = site({
    'index.html': `<h2 id="here"></h2><a href="#here"></a><a href="/sub/page.html#there"></a>
      <a href="/gone.html"></a><a class="x" href="#gone"></a><a href="https://elsewhere.example"></a>
      <script src="https://cdn.example/x.js"></script><link rel="stylesheet" href="/a.css">`,
    'sub/page.html':
      '<h2 id="there"></h2><a href="../"></a><a href="/#nowhere"></a><img src="//cdn.example/x.png">',
    'a.css': '@import "https://fonts.example/css"; a { background: url(/x.svg) }',
  })
  expect(auditSite(folder)).toEqual([
    'index.html fetches https://cdn.example/x.js',
    'index.html: /gone.html leads nowhere',
    'index.html: #gone names no heading',
    'sub/page.html fetches //cdn.example/x.png',
    'sub/page.html: /#nowhere names no heading',
    'a.css fetches https://fonts.example/css',
  ])
})

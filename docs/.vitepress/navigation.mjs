// Which pages are there, in which order? A page that is missing is left out, one that is not named comes last in its folder.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** @typedef {{ text: string, link: string }} Item */
/** @typedef {{ text: string, items: Item[], collapsed?: boolean }} Group */

const docs = resolve(import.meta.dirname, '..')

/**
 * The groups of the site. A name is a page; one that ends in `/` stands for whatever lies in that folder.
 * @type {readonly { text: string, pages: readonly string[], collapsed?: boolean }[]}
 */
const groups = [
  { text: 'Begin', pages: ['start', 'recipes', 'views', 'sync-button', 'inspector'] },
  {
    text: 'Frameworks',
    pages: [
      'frameworks/react',
      'frameworks/vue',
      'frameworks/svelte',
      'frameworks/angular',
      'frameworks/',
    ],
  },
  {
    text: 'How it behaves',
    pages: [
      'triggers',
      'schedules',
      'recovery',
      'retries',
      'accounts',
      'service-workers',
      'guarantees',
    ],
  },
  {
    text: 'Moving over from',
    pages: ['moving/flags', 'moving/web-locks', 'moving/election', 'moving/workbox', 'moving/'],
  },
  { text: 'Going further', pages: ['testing', 'stores', 'architecture', ''] },
  { text: 'API', pages: ['api/'], collapsed: true },
  { text: 'The project', pages: ['decisions/index', 'repository/'] },
]

/** Files of the repository that are pages of the site too, by the name of their page. */
export const repositoryPages = {
  changelog: 'CHANGELOG.md',
  contributing: 'CONTRIBUTING.md',
  security: 'SECURITY.md',
}

/**
 * The sidebar, from the files that are there.
 * @returns {Group[]}
 */
export function readNavigation() {
  const taken = new Set(['index'])
  const read = groups.map(({ text, pages, ...rest }) => {
    const named = pages.filter(page => page !== '' && !page.endsWith('/'))
    for (const page of named) taken.add(page)
    return { text, pages, named, rest }
  })
  return read.flatMap(({ text, pages, named, rest }) => {
    const others = pages
      .filter(page => page === '' || page.endsWith('/'))
      .flatMap(pagesIn)
      .filter(page => !taken.has(page))
    const items = [...named.filter(isPage), ...others].map(page => ({
      text: shortTitle(titleOf(page), text),
      link: linkTo(page),
    }))
    return items.length === 0 ? [] : [{ text, items, ...rest }]
  })
}

/**
 * The pages of a folder: `''` stands for the top, `api/` for the entries of the package.
 * @param {string} folder
 */
function pagesIn(folder) {
  if (folder === 'repository/')
    return Object.keys(repositoryPages).map(name => `repository/${name}`)
  if (folder === 'api/') return ['api/leasehold', ...listPages('api/leasehold/')].filter(isPage)
  return listPages(folder)
}

/** @param {string} folder */
function listPages(folder) {
  const path = join(docs, folder)
  if (!existsSync(path)) return []
  return readdirSync(path)
    .filter(name => name.endsWith('.md'))
    .sort()
    .map(name => folder + name.slice(0, -'.md'.length))
}

/** @param {string} page */
function isPage(page) {
  return existsSync(fileOf(page))
}

/** @param {string} page */
function fileOf(page) {
  const name = page.split('/').at(-1) ?? ''
  const [, file] =
    Object.entries(repositoryPages).find(([key]) => page === `repository/${key}`) ?? []
  return file === undefined ? join(docs, `${page}.md`) : resolve(docs, '..', file ?? name)
}

/** @param {string} page */
function linkTo(page) {
  return `/${page.replace(/(^|\/)index$/, '$1')}`
}

/**
 * A page's title as its group is read: without what the group says already, and without what comes after a comma.
 * @param {string} title
 * @param {string} group
 */
function shortTitle(title, group) {
  const own = title.startsWith(`${group} `) ? title.slice(group.length + 1) : title
  const [short = own] = own.split(', and ')
  // What begins as its page does stays as it is: `leasehold/cron` is what an app imports.
  return own === title ? short : short.charAt(0).toUpperCase() + short.slice(1)
}

/**
 * A page's first heading, without its marks.
 * @param {string} page
 */
function titleOf(page) {
  const [, title = page] = /^# (.*)$/m.exec(readFileSync(fileOf(page), 'utf8')) ?? []
  return title.replaceAll('`', '')
}

// Where does a link of a page lead on the site? To another page, or nowhere: the sources are no part of it.
import { posix } from 'node:path'
import { repositoryPages } from './navigation.mjs'

/** @typedef {ReturnType<import('vitepress').MarkdownRenderer['parse']>[number]} Token */

/**
 * The target as the site has it, or `null` when it is no page.
 * @param {string} from the file with the link, relative to the repository
 * @param {string} target as it is written
 */
function siteLink(from, target) {
  if (/^[a-z]+:|^#|^\//.test(target)) return target
  const [path = '', anchor] = target.split('#')
  const file = posix.join(posix.dirname(from), path)
  const page = pageOf(file)
  return page === null ? null : `/${page}${anchor === undefined ? '' : `#${anchor}`}`
}

/** @param {string} file relative to the repository */
function pageOf(file) {
  if (file === 'README.md') return ''
  if (file === 'docs/decisions/') return 'decisions/'
  if (file.startsWith('docs/') && file.endsWith('.md')) return file.slice('docs/'.length)
  const [name] = Object.entries(repositoryPages).find(([, path]) => path === file) ?? []
  return name === undefined ? null : `repository/${name}.md`
}

/**
 * A plugin for markdown-it: links are those of the site, and a link to what is no page is its text.
 * @param {import('vitepress').MarkdownRenderer} md
 */
export function siteLinks(md) {
  md.core.ruler.push('site-links', state => {
    const { relativePath } = /** @type {{ relativePath: string }} */ (state.env)
    const from = `docs/${relativePath}`
    for (const { children } of state.tokens) {
      /** @type {boolean[]} */
      const open = []
      for (const token of children ?? []) {
        if (token.type === 'link_open') {
          const target = siteLink(from, token.attrGet('href') ?? '')
          open.push(target !== null)
          if (target === null) hide(token)
          else token.attrSet('href', target)
        } else if (token.type === 'link_close' && open.pop() === false) hide(token)
      }
    }
  })
}

/** @param {Token} token */
function hide(token) {
  token.type = 'text'
  token.content = ''
  token.nesting = 0
}

/**
 * The text of a page that lies outside of `docs`, with the links of the site.
 * @param {string} from relative to the repository
 * @param {string} text
 */
export function withSiteLinks(from, text) {
  return text.replace(
    /\[([^\]]*)\]\(([^)\s]+)\)/g,
    (_, /** @type {string} */ words, /** @type {string} */ target) => {
      const link = siteLink(from, target)
      return link === null ? words : `[${words}](${link})`
    },
  )
}

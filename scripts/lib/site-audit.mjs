// What is wrong with a built site: links that lead nowhere, and whatever it fetches from elsewhere.
import { readFileSync } from 'node:fs'
import { posix, join } from 'node:path'
import { listFiles } from './files.mjs'

/**
 * One message per fault.
 * @param {string} folder of the built site
 * @returns {string[]}
 */
export function auditSite(folder) {
  const files = listFiles(folder)
  const pages = new Map(
    files
      .filter(path => path.endsWith('.html'))
      .map(path => [path, readFileSync(join(folder, path), 'utf8')]),
  )
  const anchors = new Map([...pages].map(([path, html]) => [path, anchorsOf(html)]))
  /** @type {string[]} */
  const faults = []
  for (const [path, html] of pages) {
    faults.push(...foreignParts(html).map(part => `${path} fetches ${part}`))
    for (const href of attributesOf(html, 'a', 'href')) {
      const fault = faultOf(path, href, files, anchors)
      if (fault !== null) faults.push(`${path}: ${href} ${fault}`)
    }
  }
  for (const path of files.filter(name => name.endsWith('.css'))) {
    const css = readFileSync(join(folder, path), 'utf8')
    const foreign = [...css.matchAll(/(?:url\(|@import\s*)["']?((?:https?:)?\/\/[^"')]*)/g)]
    faults.push(...foreign.map(([, address]) => `${path} fetches ${address}`))
  }
  return [...new Set(faults)]
}

/**
 * @param {string} path
 * @param {string} href
 * @param {readonly string[]} files
 * @param {ReadonlyMap<string, ReadonlySet<string>>} anchors
 */
function faultOf(path, href, files, anchors) {
  if (/^(?:[a-z]+:|\/\/)/.test(href)) return null
  const [target = '', anchor = ''] = href.split('#').map(decodeURIComponent)
  const from = target.startsWith('/') ? '/' : `/${posix.dirname(path)}`
  const absolute = target === '' ? path : posix.join(from, target).slice(1)
  const file = absolute === '' || absolute.endsWith('/') ? `${absolute}index.html` : absolute
  if (!files.includes(file)) return 'leads nowhere'
  if (anchor !== '' && anchors.get(file)?.has(anchor) === false) return 'names no heading'
  return null
}

/**
 * Scripts, styles, pictures and frames of other addresses.
 * @param {string} html
 */
function foreignParts(html) {
  const sources = ['script', 'img', 'iframe', 'video', 'source'].flatMap(tag =>
    attributesOf(html, tag, 'src'),
  )
  return [...sources, ...attributesOf(html, 'link', 'href')].filter(address =>
    /^(?:https?:)?\/\//.test(address),
  )
}

/** @param {string} html */
function anchorsOf(html) {
  return new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => unescape(id)))
}

/**
 * @param {string} html
 * @param {string} tag
 * @param {string} name
 */
function attributesOf(html, tag, name) {
  const found = html.matchAll(new RegExp(`<${tag}\\b[^>]*?\\s${name}="([^"]*)"`, 'g'))
  return [...found].map(([, value = '']) => unescape(value))
}

/** @param {string} text */
function unescape(text) {
  return text.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}

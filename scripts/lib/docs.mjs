// The documentation site: its API pages from the doc comments, then the site from all pages.
import { join } from 'node:path'
import { run } from './run.mjs'

/** Where the site is built. */
export const siteFolder = join('docs', '.vitepress', 'dist')

/** Makes the API reference; anything that is exported and not documented is an error. */
export const buildReference = () =>
  run('typedoc', ['--options', join('docs', '.vitepress', 'typedoc.config.mjs')])

/**
 * Builds the site; a link to a page that does not exist is an error.
 * @param {Parameters<typeof run>[2]} [options]
 */
export const buildSite = options => run('vitepress', ['build', 'docs'], options)

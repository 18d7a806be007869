// The site: `npm run docs`. It fetches nothing from elsewhere, neither when it is built nor when it is read.
import { defineConfig } from 'vitepress'
import { withoutContents } from './contents.mjs'
import { siteLinks } from './links.mjs'
import { readNavigation } from './navigation.mjs'
import { slugOf } from './slug.mjs'

export default defineConfig({
  title: 'leasehold',
  description: 'One key, one run: work that the tabs and workers of a web app share.',
  lang: 'en',
  cleanUrls: false,
  lastUpdated: false,
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  // The index of the search is one file, which is read when somebody searches.
  vite: { build: { chunkSizeWarningLimit: 1_500 } },
  markdown: {
    anchor: { slugify: slugOf },
    toc: { slugify: slugOf },
    headers: { slugify: slugOf },
    config: md => md.use(siteLinks).use(withoutContents),
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  transformPageData(page) {
    // An entry has many symbols, each with the same headings below it.
    if (page.relativePath.startsWith('api/')) page.frontmatter.outline = 2
    if (page.relativePath === 'index.md') page.frontmatter.aside = false
  },
  themeConfig: {
    search: { provider: 'local' },
    nav: [
      { text: 'Start', link: '/start' },
      { text: 'Guarantees', link: '/guarantees' },
      { text: 'API', link: '/api/', activeMatch: '/api/' },
    ],
    sidebar: readNavigation(),
    outline: { level: [2, 3], label: 'On this page' },
    docFooter: { prev: 'Before', next: 'Next' },
    externalLinkIcon: true,
  },
})

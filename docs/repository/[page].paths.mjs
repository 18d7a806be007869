// Pages of the site whose text lies at the top of the repository.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { withSiteLinks } from '../.vitepress/links.mjs'
import { repositoryPages } from '../.vitepress/navigation.mjs'

const root = resolve(import.meta.dirname, '../..')

export default {
  watch: Object.values(repositoryPages).map(file => resolve(root, file)),
  paths: () =>
    Object.entries(repositoryPages).map(([page, file]) => ({
      params: { page },
      content: withSiteLinks(file, readFileSync(resolve(root, file), 'utf8')),
    })),
}

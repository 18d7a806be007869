/** How are the examples built: all at once, each a page of its own? */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type Plugin } from 'vite'
import { frameworkPlugins } from '../scripts/lib/framework-plugins.mjs'

/** With `vite examples`, each page of notes takes half a second: a run is long enough to be seen. */
const slowNotes: Plugin = {
  name: 'slow-notes',
  configureServer({ middlewares }) {
    middlewares.use('/notes', (_, __, next) => void setTimeout(next, 500))
  },
}

/** `leasehold` and its entries come from the sources, for components of every framework. */
const base = resolve(import.meta.dirname, '..')
const { compilerOptions } = JSON.parse(
  readFileSync(resolve(base, 'tsconfig.base.json'), 'utf8'),
) as { compilerOptions: { paths: Record<string, [string]> } }
const alias = Object.entries(compilerOptions.paths).map(([entry, [path]]) => ({
  find: new RegExp(`^${entry}$`),
  replacement: resolve(base, path),
}))

export default defineConfig({
  root: import.meta.dirname,
  resolve: { alias },
  plugins: [frameworkPlugins(), svelte({ configFile: false }), slowNotes],
  build: {
    target: 'es2022',
    // Angular brings its compiler along.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      input: ['.', 'react', 'vue', 'svelte', 'angular'].map(page =>
        resolve(import.meta.dirname, page, 'index.html'),
      ),
    },
  },
})

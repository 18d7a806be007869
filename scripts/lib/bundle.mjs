// One file for Node.js out of TypeScript sources, with the paths of this project resolved.
import { basename, join } from 'node:path'
import { build } from 'vite'

/**
 * Bundles `entry` with all that it imports; answers the path of the file.
 * @param {string} entry
 * @param {string} folder
 * @returns {Promise<string>}
 */
export async function bundleForNode(entry, folder) {
  const file = `${basename(entry, '.ts')}.mjs`
  await build({
    configFile: false,
    logLevel: 'warn',
    resolve: { tsconfigPaths: true },
    ssr: { noExternal: true },
    build: {
      ssr: entry,
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: file } },
    },
  })
  return join(folder, file)
}

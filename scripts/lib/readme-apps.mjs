// The apps of the README: its code as it stands, in the files that it names.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * @typedef {object} ReadmeApp
 * @property {string} name the folder of the app
 * @property {string[]} headings the sections that its files come from, the later ones over the earlier ones
 * @property {string} mount the element that the template of its framework has
 * @property {string} main the file that the page begins with
 */

/** @type {ReadmeApp[]} */
export const readmeApps = [
  { name: 'typescript', headings: ['An example to paste'], mount: 'app', main: 'main.ts' },
  { name: 'react', headings: ['An example to paste', 'React'], mount: 'root', main: 'main.tsx' },
  { name: 'vue', headings: ['An example to paste', 'Vue'], mount: 'app', main: 'main.ts' },
]

/**
 * Writes an app into a folder of its own below `folder`; answers that folder.
 * @param {string} folder
 * @param {ReadmeApp} app
 */
export function writeReadmeApp(folder, { name, headings, mount, main }) {
  const root = join(folder, name)
  const readme = readFileSync('README.md', 'utf8')
  const files = new Map(headings.flatMap(heading => filesBelow(readme, heading)))
  if (!files.has(main)) throw new Error(`README.md: ${headings.join(' and ')} have no src/${main}`)
  files.set(
    '../index.html',
    `<!doctype html><div id="${mount}"></div><script type="module" src="/src/${main}"></script>`,
  )
  for (const [file, text] of files) {
    const path = join(root, 'src', file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  return root
}

/**
 * The code of one section, by the files that its first lines name.
 * @param {string} readme
 * @param {string} heading
 * @returns {[string, string][]}
 */
function filesBelow(readme, heading) {
  const section = readme.split(/^#+ /m).find(part => part.startsWith(`${heading}\n`)) ?? ''
  return [...section.matchAll(/^```\w+\n((?:\/\/|<!--) src\/(\S+).*?)^```$/gms)].map(
    ([, code = '', file = '']) => [file, code],
  )
}

// Files below a folder.
import { existsSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/**
 * Paths of all files below `folder`, relative to it, with `/`, sorted; none when it is missing.
 * @param {string} folder
 */
export function listFiles(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(folder, join(entry.parentPath ?? entry.path, entry.name)))
    .map(path => path.split(sep).join('/'))
    .toSorted()
}

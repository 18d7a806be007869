/** Where do pages and profiles lie while they are used? In folders that do not outlive their program. */
import { mkdtempSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'

const folders = new Set<string>()

/** A new folder, its name begins with this one. */
export function makeFolder(name: string): string {
  const path = mkdtempSync(join(tmpdir(), `leasehold-${name}-`))
  folders.add(path)
  return path
}

/** Removes it with all that is in it. */
export function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 3 })
  folders.delete(path)
}

/** A program that is told to end removes its folders first; whatever has begun to end by itself meanwhile. */
export function removeFoldersAtSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      // After what others do at the exit: a browser that still runs writes into its profile.
      process.once('exit', () => {
        for (const path of folders) removeFolder(path)
      })
      process.exit(128 + constants.signals[signal])
    })
  }
}

/** How do the pages of the tests get built, and to the browser? */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { answerStatic } from '../../demo-pwa/server/static-files.ts'
import { listen, LOOPBACK } from '../../demo-pwa/server/listen.ts'

/** A server of the built pages. */
export interface Pages {
  readonly url: string
  close(): Promise<void>
}

/** Builds them into a folder of their own and serves it on a free port. */
export async function startPages(): Promise<Pages> {
  const outDir = mkdtempSync(join(tmpdir(), 'leasehold-pages-'))
  await build({
    root: resolve('e2e/pages'),
    configFile: false,
    logLevel: 'warn',
    resolve: { tsconfigPaths: true },
    build: { outDir, emptyOutDir: true },
  })
  const listening = await listen(request => answerStatic(outDir, request), {
    port: 0,
    nextPorts: 5,
    hosts: LOOPBACK,
  })
  return {
    url: `http://localhost:${listening.port}`,
    async close() {
      await listening.close()
      rmSync(outDir, { recursive: true, force: true })
    },
  }
}

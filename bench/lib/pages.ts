/** How do the pages of the bench get built, and to the browser? */
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { listen, LOOPBACK } from '../../demo-pwa/server/listen.ts'
import { answerStatic } from '../../demo-pwa/server/static-files.ts'
import { makeFolder, removeFolder } from '../../e2e/lib/folder.ts'

/** A server of the built pages. */
export interface BenchPages {
  /** The address of one site: each has a storage of its own. */
  site(name: string): string
  close(): Promise<void>
}

/**
 * The query of a page without it: the browser moves an isolated page into a second process while it
 * loads, and who is to kill the process of a tab must know the one.
 */
export const coarse = '?coarse'

// Isolated from other origins a page gets timers of 5 µs; else of 100 µs.
const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
}

/** Builds them as an app would, and serves them on a free port. */
export async function startBenchPages(): Promise<BenchPages> {
  const root = resolve('bench/pages')
  const outDir = makeFolder('bench')
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    resolve: { tsconfigPaths: true },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'esnext',
      rolldownOptions: { input: ['index.html', 'startup.html'].map(name => join(root, name)) },
    },
  })

  async function answer(request: Request): Promise<Response> {
    const answered = await answerStatic(outDir, request)
    if (new URL(request.url).search === coarse) return answered
    for (const [name, value] of Object.entries(isolation)) answered.headers.set(name, value)
    return answered
  }

  const listening = await listen(answer, { port: 0, nextPorts: 5, hosts: LOOPBACK })
  return {
    // Any such name leads to this machine.
    site: name => `http://${name}.localhost:${listening.port}`,
    async close() {
      await listening.close()
      removeFolder(outDir)
    },
  }
}

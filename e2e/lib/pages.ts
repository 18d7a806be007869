/** How do the pages of the tests get built, and to the browser? */
import { resolve } from 'node:path'
import { build } from 'vite'
import { answerStatic } from '../../demo-pwa/server/static-files.ts'
import { listen, LOOPBACK } from '../../demo-pwa/server/listen.ts'
import { makeFolder, removeFolder } from './folder.ts'

/** A server of the built pages, and of the parts that the task `parts` asks for. */
export interface Pages {
  readonly url: string
  /** From here on the answers to requests for a part wait. */
  hold(): void
  /** How many requests wait. */
  held(): number
  /** Answers the oldest `count` that wait; without a count all, and what comes from here on at once. */
  release(count?: number): void
  /** The address of a page that knows nothing of the registry. */
  readonly elsewhere: string
  close(): Promise<void>
}

/** Builds them into a folder of their own and serves it on a free port. */
export async function startPages(): Promise<Pages> {
  const outDir = makeFolder('pages')
  await build({
    root: resolve('e2e/pages'),
    configFile: false,
    logLevel: 'warn',
    resolve: { tsconfigPaths: true },
    build: {
      outDir,
      emptyOutDir: true,
      rolldownOptions: {
        input: ['index', 'dexie', 'inspector', 'store', 'table', 'element'].map(name =>
          resolve('e2e/pages', `${name}.html`),
        ),
      },
    },
  })
  const elsewhere = '/elsewhere'
  let waiting: (() => void)[] | null = null

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (pathname === elsewhere) {
      return new Response('<title>Elsewhere</title><link rel=icon href=data:,>', {
        headers: { 'Content-Type': 'text/html' },
      })
    }
    if (!pathname.startsWith('/part/')) return answerStatic(outDir, request)
    const queue = waiting
    if (queue) await new Promise<void>(done => queue.push(done))
    return new Response('a part', { headers: { 'Cache-Control': 'no-store' } })
  }

  function release(count?: number): void {
    const released = waiting?.splice(0, count ?? waiting.length) ?? []
    if (count === undefined) waiting = null
    for (const done of released) done()
  }

  const listening = await listen(answer, { port: 0, nextPorts: 5, hosts: LOOPBACK })
  const url = `http://localhost:${listening.port}`
  return {
    url,
    elsewhere: `${url}${elsewhere}`,
    hold() {
      waiting ??= []
    },
    held: () => waiting?.length ?? 0,
    release,
    async close() {
      release()
      await listening.close()
      removeFolder(outDir)
    },
  }
}

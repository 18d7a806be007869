/** How do the examples get built, and to the browser? */
import { build } from 'vite'
import { listen, LOOPBACK } from '../../demo-pwa/server/listen.ts'
import { answerStatic } from '../../demo-pwa/server/static-files.ts'
import { makeFolder, removeFolder } from './folder.ts'

/** A server of the examples: each framework is a folder. */
export interface Examples {
  readonly port: number
  close(): Promise<void>
}

/** Builds all of them in one go, into a folder of their own, and serves it on a free port. */
export async function startExamples(): Promise<Examples> {
  const outDir = makeFolder('examples')
  await build({
    configFile: 'examples/vite.config.ts',
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  })
  const { port, close } = await listen(request => answerStatic(outDir, request), {
    port: 0,
    nextPorts: 5,
    hosts: LOOPBACK,
  })
  return {
    port,
    async close() {
      await close()
      removeFolder(outDir)
    },
  }
}

/** How does the sync server run as a program? */
import { createServer } from './server.ts'
import { readSettings } from './settings.ts'

try {
  const server = await createServer(readSettings(process.env))
  // Before the line is printed: whoever waits for it may send the signal at once.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    // Once: a second signal ends the process at once, as without a listener.
    process.once(signal, () => {
      server.close().catch((error: unknown) => {
        console.error(error)
        process.exitCode = 1
      })
    })
  }
  console.log(`leasehold demo: ${server.url}`)
} catch (error) {
  console.error(`leasehold demo: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}

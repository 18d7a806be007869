// `npm start`: everything that is needed, then the demo with its server, until Ctrl-C.
import { createInterface } from 'node:readline'
import { buildDemo, explainMissingDemo, startDemoServer } from './lib/demo.mjs'
import { ensureInstalled } from './lib/install.mjs'

await ensureInstalled()
const missing = explainMissingDemo()
if (missing !== null) {
  console.error(missing)
  process.exit(1)
}
console.log('Building the demo…')
await buildDemo()

const server = startDemoServer(process.env)
let stopping = false

const stop = () => {
  if (stopping) return
  stopping = true
  console.log('\nStopping…')
  server.kill('SIGTERM')
  setTimeout(() => server.kill('SIGKILL'), 5000).unref()
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)

createInterface({ input: server.stdout }).on('line', line => {
  const address = /^leasehold demo: (http:\S+)/.exec(line)?.[1]
  console.log(address === undefined ? line : welcome(address))
})
server.once('exit', (code, signal) => {
  if (!stopping) console.error(`The server ended by itself (${signal ?? `code ${code}`}).`)
  process.exitCode = stopping ? 0 : 1
})

/** @param {string} address */
function welcome(address) {
  return `
  The demo runs at  ${address}

  Open it in two tabs and press "Sync now" in one of them.
  Ctrl-C stops it.
`
}

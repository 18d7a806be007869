// `npm start`: everything that is needed, then the demo with its server, until Ctrl-C.
import { createInterface } from 'node:readline'
import {
  buildDemo,
  explainMissingDemo,
  findRunningDemo,
  readTour,
  startDemoServer,
} from './lib/demo.mjs'
import { ensureInstalled } from './lib/install.mjs'

await ensureInstalled()
const missing = explainMissingDemo()
if (missing !== null) {
  console.error(missing)
  process.exit(1)
}
const running = await findRunningDemo(process.env)
if (running !== null) {
  console.log(`
  The demo runs already${running === '' ? '' : ` at  ${running}`}

  Use that one, or stop it with Ctrl-C where it was started. For a second one beside it:
  DATA_DIR=/path/to/another/folder npm start
`)
  process.exit(0)
}
console.log('Building the demo…')
await buildDemo()
const tour = await readTour()

// A sync that takes 50 ms shows nothing: people see it in slow motion until they switch that off.
const server = startDemoServer({ DELAY_MS: '1500', ...process.env })
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
  const steps = tour.map((step, index) => `  ${index + 1}. ${step}`).join('\n')
  return `
  The demo runs at  ${address}

${steps}

  Ctrl-C stops it.
`
}

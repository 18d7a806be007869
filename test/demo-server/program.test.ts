/** Does the server start, keep its data, and end well as a program? */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { findRunningDemo } from '../../scripts/lib/demo.mjs'
import { createServer } from '../../demo-pwa/server/server.ts'
import { putCourse } from './builders.ts'
import { createClient } from './client.ts'
import { eventually } from './waiting.ts'
import './quick-compile.ts'

const main = fileURLToPath(new URL('../../demo-pwa/server/main.ts', import.meta.url))
const cleanUps: (() => unknown)[] = []
let dataDir = ''

// One folder for all: a new database takes seconds. Each test resets it.
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'demo-program-'))
  await (await createServer({ dataDir })).close()
})

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

afterAll(() => rm(dataDir, { recursive: true, force: true }))

test('rows, fences, answers and log outlive a restart', async () => {
  const edit = putCourse('mine')
  const fenced = (fence: number) => ({ headers: { 'Leasehold-Fence': String(fence) } })
  const { server, client: before } = await open()
  const answer = await before.push(edit, fenced(5))
  const [log, state] = [await before.log(), await before.state()]
  await server.close()

  const { client: after } = await open({ reset: false })
  expect([await after.log(), await after.state()]).toEqual([log, state])
  expect((await after.push(edit, fenced(4))).status).toBe(412)
  const again = await after.push(edit, fenced(5))
  expect(again.body).toEqual(answer.body)
  expect(again.headers.get('Idempotent-Replay')).toBe('true')
  const [first] = log
  expect((await after.log()).map(entry => entry.seq - (first?.seq ?? 0))).toEqual([0, 1, 2])
})

test('it prints one line, answers there, shares its folder with nobody, ends cleanly', async () => {
  const program = run({ PORT: '0', DATA_DIR: dataDir })
  const url = await program.url
  expect((await createClient(() => url).page('ada', 'courses')).rows).toHaveLength(10)

  const second = await run({ PORT: '0', DATA_DIR: dataDir }).ended
  expect(second).toMatchObject({ code: 1, out: '' })
  expect(second.err).toMatch(/expected a data folder that nobody uses, found .* stop .* DATA_DIR/)
  expect(second.err).toContain(url)
  expect(await findRunningDemo({ DATA_DIR: dataDir })).toBe(url)

  program.child.kill('SIGTERM')
  expect(await program.ended).toEqual({ code: 0, out: `leasehold demo: ${url}\n`, err: '' })
  expect(await findRunningDemo({ DATA_DIR: dataDir })).toBeNull()
})

test("a folder that nobody made yet, and a database elsewhere, are nobody's demo", async () => {
  expect(await findRunningDemo({ DATA_DIR: join(dataDir, 'none') })).toBeNull()
  const elsewhere = { DATA_DIR: dataDir, DATABASE_URL: 'postgres://localhost:1/none' }
  expect(await findRunningDemo(elsewhere)).toBeNull()
})

test('it answers as slowly as it was told to, until somebody changes that', async () => {
  const url = await run({ PORT: '0', DATA_DIR: dataDir, DELAY_MS: '60000' }).url
  const client = createClient(() => url)
  const trouble: unknown = await (await fetch(`${url}/api/trouble`)).json()
  expect(trouble).toMatchObject({ accounts: { ada: { delayMs: 60_000 } } })
  await client.trouble({ delayMs: 0 })
  expect((await client.page('ada', 'courses')).rows).toHaveLength(10)
})

test('Ctrl-C ends it as cleanly', async () => {
  const program = run({ PORT: '0', DATA_DIR: dataDir })
  await program.url
  program.child.kill('SIGINT')
  expect(await program.ended).toMatchObject({ code: 0, err: '' })
})

test('a killed server leaves all that it answered to the next one', async () => {
  const program = run({ PORT: '0', DATA_DIR: dataDir })
  const url = await program.url
  const client = createClient(() => url)
  await client.send('POST', '/api/reset')
  const edit = putCourse('mine')
  await client.push(edit)
  program.child.kill('SIGKILL')
  await program.ended
  const next = await open({ reset: false })
  expect((await next.client.state()).edits).toEqual({ [edit.id]: 1 })
  expect((await next.client.push(edit)).headers.get('Idempotent-Replay')).toBe('true')
})

test('closing answers what is held with 503, and twice is harmless', async () => {
  const { server, client } = await open()
  await client.trouble({ holdAfterApply: true })
  const answer = client.push(putCourse('mine'))
  await eventually(() => client.held()).toBe(1)
  await Promise.all([server.close(), server.close()])
  expect((await answer).status).toBe(503)
  await expect(fetch(server.url)).rejects.toThrow('fetch failed')
})

test('a database that does not answer ends it with a message', async () => {
  const ended = await run({ PORT: '0', DATABASE_URL: 'postgres://localhost:1/none' }).ended
  expect(ended).toMatchObject({ code: 1, out: '' })
  expect(ended.err).toMatch(
    /expected a PostgreSQL server .* at DATABASE_URL, found: .*ECONNREFUSED/,
  )
})

async function open({ reset = true } = {}) {
  const server = await createServer({ dataDir })
  cleanUps.push(() => server.close())
  const client = createClient(() => server.url)
  if (reset) await client.send('POST', '/api/reset')
  return { server, client }
}

function run(env: Record<string, string>) {
  const child = spawn(process.execPath, ['--liftoff-only', '--import', 'tsx', main], {
    env: { PATH: process.env['PATH'], ...env },
  })
  let out = ''
  let err = ''
  child.stderr.on('data', chunk => (err += String(chunk)))
  const url = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', chunk => {
      out += String(chunk)
      const found = /^leasehold demo: (\S+)\n/.exec(out)?.[1]
      if (found !== undefined) resolve(found)
    })
    child.once('close', () => reject(new Error(`it ended before it was ready: ${err}`)))
  })
  // Not every test waits for the address.
  url.catch(() => {})
  const ended = once(child, 'close').then(([code]: (number | null)[]) => ({ code, out, err }))
  cleanUps.push(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return { child, url, ended }
}

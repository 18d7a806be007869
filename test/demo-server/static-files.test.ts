/** Is the built client served, and nothing else? */
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Listening, LOOPBACK, listen } from '../../demo-pwa/server/listen.ts'
import { answerStatic } from '../../demo-pwa/server/static-files.ts'

let folder = ''
let server: Listening
const get = (path: string, init: RequestInit = {}) =>
  fetch(`http://localhost:${server.port}${path}`, init)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-client-'))
  const root = join(folder, 'dist')
  await mkdir(join(root, 'assets'), { recursive: true })
  await mkdir(join(folder, 'dist-secret'))
  await writeFile(join(root, 'index.html'), '<title>demo</title>')
  await writeFile(join(root, 'sw.js'), '/* worker */')
  await writeFile(join(root, 'assets', 'app-1a2b.js'), 'export {}')
  await writeFile(join(folder, 'secret.txt'), 'SECRET')
  await writeFile(join(folder, 'dist-secret', 'secret.txt'), 'SECRET')
  await symlink(join(folder, 'secret.txt'), join(root, 'link.txt'))
  const options = { port: 0, nextPorts: 5, hosts: LOOPBACK }
  server = await listen(request => answerStatic(root, request), options)
})

afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

test('the root and every path of the app answer with the page, which is always checked again', async () => {
  for (const path of ['/', '/index.html', '/courses/17', '/a/b?c=d.e']) {
    const response = await get(path)
    expect(response.headers.get('Content-Type')).toMatch('text/html')
    expect(response.headers.get('Cache-Control')).toBe('no-cache')
    expect(await response.text()).toBe('<title>demo</title>')
  }
})

test('files with a hash in their name are kept for ever, the service worker is not', async () => {
  const asset = await get('/assets/app-1a2b.js')
  expect(asset.headers.get('Content-Type')).toMatch('javascript')
  expect(asset.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
  expect((await get('/sw.js')).headers.get('Cache-Control')).toBe('no-cache')
})

test('an unchanged file is not sent again', async () => {
  const etag = (await get('/sw.js')).headers.get('ETag') ?? ''
  expect((await get('/sw.js', { headers: { 'If-None-Match': etag } })).status).toBe(304)
  expect((await get('/sw.js', { headers: { 'If-None-Match': '"other"' } })).status).toBe(200)
})

test('a missing file is 404, not the page', async () => {
  for (const path of ['/assets/app-old.js', '/missing.png', '/assets/']) {
    const response = await get(path)
    if (path.endsWith('/')) expect(await response.text()).toContain('<title>')
    else expect(response.status).toBe(404)
  }
})

test('HEAD gets the headers only', async () => {
  const head = await get('/sw.js', { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
})

test('no path leads out of the folder', async () => {
  const paths = [
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/..%5csecret.txt',
    '/../dist-secret/secret.txt',
    '/%2e%2e%2fdist-secret%2fsecret.txt',
    '//secret.txt',
    '/link.txt',
    '/secret.txt%00.html',
    '/%ff.txt',
    `/${folder}/secret.txt`,
    '/.',
    '/..',
  ]
  for (const path of paths) expect(await getRaw(path)).not.toContain('SECRET')
})

test('no path at all makes the server fail or tell a secret', async () => {
  const part = fc.constantFrom(
    '..',
    '.',
    '%2e%2e',
    '%2f',
    '/',
    '\\',
    '%5c',
    'secret.txt',
    'assets',
    '%00',
    '%',
    'dist-secret',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 8 }), async parts => {
      const answer = await getRaw(`/${parts.join('')}`)
      expect(answer).toMatch(/^HTTP\/1.1 (200|400|404)/)
      expect(answer).not.toContain('SECRET')
    }),
    { numRuns: 80 },
  )
})

/** As sent, where `fetch` would tidy the path first. */
function getRaw(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, 'localhost')
    let text = ''
    socket.setEncoding('utf8')
    socket.on('data', chunk => (text += String(chunk)))
    socket.on('end', () => resolve(text))
    socket.on('error', reject)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  })
}

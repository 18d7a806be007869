// Does a Node process that uses the adapters end when its work is done, and not before?
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('a Node process runs what it started, reports what threw, and is kept alive by nothing else', async () => {
  const program = fileURLToPath(new URL('node-program.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', program])
  expect(JSON.parse(stdout)).toEqual(['first', 'uncaught second', 'third', 'fourth', 'last'])
})

// Are the numbers of the README the measured ones?
import { join } from 'node:path'
import sizeLimit from 'size-limit'
import { expect, test } from 'vitest'
import { measuredIn, readPage, rootFolder } from './pages.ts'

type Plugins = Parameters<typeof sizeLimit>[0]

const readme = readPage('README.md')

/** The size of the main entry as `.size-limit.json` measures it, but from the source, so that no build is needed. */
async function mainEntryKb(): Promise<number> {
  const path = join(rootFolder, 'src', 'index.ts')
  const plugins = '@size-limit/preset-small-lib'
  const preset = (await import(/* @vite-ignore */ plugins)) as { readonly default: Plugins }
  const [measured] = (await sizeLimit(preset.default, {
    cwd: rootFolder,
    checks: [{ files: [path], import: { [path]: '*' }, ignore: ['rxjs'], gzip: true }],
  })) as readonly { readonly size: number }[]
  return (measured?.size ?? 0) / 1000
}

test('the size of the main entry is what was measured, to one percent', async () => {
  const said = /^([\d.]+) kB$/.exec(measuredIn(readme, 'size') ?? '')
  expect(said).not.toBeNull()
  const measured = await mainEntryKb()
  expect(Math.abs(Number(said?.[1]) - measured) / measured).toBeLessThanOrEqual(0.01)
}, 60_000)

test('the time of a takeover is a number of milliseconds', context => {
  const said = measuredIn(readme, 'takeover')
  if (said === 'TAKEOVER') context.skip('README.md: the time of a takeover is not filled in yet')
  expect(said).toMatch(/^(?:about )?\d+ ms/)
})

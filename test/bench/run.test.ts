// What is refused before anything is measured?
import { expect, test } from 'vitest'
import { readOptions } from '../../bench/lib/options.ts'
import { runBench } from '../../bench/lib/run.ts'

test('a bench of nothing is an error, and names what Firefox cannot measure', async () => {
  const said: string[] = []
  const options = readOptions(['kill', 'hide', '--firefox'])
  await expect(runBench(options, line => said.push(line))).rejects.toThrow(
    /nothing of what was asked/,
  )
  expect(said).toEqual(['kill: not in Firefox', 'hide: not in Firefox'])
})

test('a row that does not exist is refused, with those that do', async () => {
  const measuring = runBench(readOptions(['comit']), () => undefined)
  await expect(measuring).rejects.toThrow(/no row is named comit: .*commit-write/)
})

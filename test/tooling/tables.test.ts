/** Is each cell of the table of triggers, and each row of the table of endings, shown by a test in the simulator and by one in a browser? */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listFiles } from '../../scripts/lib/files.mjs'
import { columns, endingRows, triggerRows } from './tables.ts'
import { titlesOf } from './titles.ts'

/** What the loops of these files go over. */
const loops = { column: columns, cause: ['fatal', 'poisoned'] }

const simulator = titlesIn('test/simulator', /^table-.*\.test\.ts$/)
const endToEnd = titlesIn('e2e', /^(triggers|lifecycle).*\.spec\.ts$/)

const cells = Object.entries(triggerRows).flatMap(([row, { only, notInBrowser }]) =>
  (only ? [only] : columns).map(column => ({ cell: `${row} | ${column}`, notInBrowser })),
)
const rows = endingRows.map(row => ({ cell: row, notInBrowser: undefined }))

test.each([...cells, ...rows])('$cell: a test in the simulator shows it', ({ cell }) => {
  expect(showing(cell, simulator)).not.toEqual([])
})

test.each([...cells, ...rows])(
  '$cell: a test in a browser shows it, unless none can',
  ({ cell, notInBrowser }) => {
    expect(showing(cell, endToEnd).length > 0).toBe(notInBrowser === undefined)
  },
)

test('a title that names a cell names one of the tables', () => {
  const known = new Set([...cells, ...rows].map(({ cell }) => cell))
  const named = [...simulator, ...endToEnd].filter(title => title.includes(' | '))
  expect(named.filter(title => ![...known].some(cell => title.startsWith(`${cell}:`)))).toEqual([])
})

test('a title that is made for both columns is one for each', () => {
  expect(spelledOut('`idle | ${column}: started`')).toEqual([
    'idle | automatic: started',
    'idle | by the user: started',
  ])
})

test.each([
  ['idle | automatic: started', true],
  ['idle | automatic', false],
  ['idle | by the user: started', false],
  ['not idle | automatic: started', false],
])('whether "idle | automatic" is shown by "%s": %s', (title, expected) => {
  expect(showing('idle | automatic', [title])).toEqual(expected ? [title] : [])
})

function showing(cell: string, titles: readonly string[]): readonly string[] {
  return titles.filter(title => title.startsWith(`${cell}:`))
}

function titlesIn(folder: string, name: RegExp): readonly string[] {
  return listFiles(folder)
    .filter(path => name.test(path))
    .flatMap(path => titlesOf(readFileSync(`${folder}/${path}`, 'utf8')))
    .flatMap(spelledOut)
}

/** A title as it is written in the source: what a loop puts in becomes each of what it may be. */
function spelledOut(written: string): readonly string[] {
  let titles = [written.slice(1, -1)]
  for (const [name, values] of Object.entries(loops)) {
    const hole = `\${${name}}`
    titles = titles.flatMap(title =>
      title.includes(hole) ? values.map(value => title.replace(hole, value)) : [title],
    )
  }
  return titles
}

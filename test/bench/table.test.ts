// How is a result of the bench shown?
import { expect, test } from 'vitest'
import { fillPage } from '../../bench/lib/docs.ts'
import type { Result } from '../../bench/lib/result.ts'
import { toMarkdown, toText } from '../../bench/lib/table.ts'

const cell = { rounds: 200, p50: 1.234, p95: 2.5, worst: 9, ratio: 0.98, writes: 1, values: [] }
const result: Result = {
  header: ['machine: a small one'],
  rounds: 200,
  rows: [
    {
      name: 'commit',
      title: 'run.commit(cursor)',
      unit: 'ms',
      cells: {
        idb: cell,
        transaction: { ...cell, ratio: 1 },
        'by-hand': { cannot: 'stores nothing' },
      },
      verdicts: [
        { text: 'idb: p50 ≤ 1 ms', found: 1.234, limit: 1, isMet: false, isCount: false },
        { text: 'idb: 1 transaction at most', found: 1, limit: 1, isMet: true, isCount: true },
      ],
    },
    {
      name: 'idle',
      title: 'timers',
      unit: 'count',
      cells: { idb: { ...cell, rounds: 1, p50: 0, ratio: null, writes: null } },
      verdicts: [],
    },
  ],
}

test('a terminal gets machine, value, ratio, transactions and verdict of each column', () => {
  const lines = toText(result).split('\n')
  expect(lines[0]).toBe('machine: a small one')
  expect(lines).toContain(
    '    leasehold, idb                p50 1.23 ms, p95 2.50, worst 9 (200)  ×0.98  1 tx',
  )
  expect(lines).toContain('    navigator.locks by hand       cannot: stores nothing')
  expect(lines).toContain('  ✗ missed idb: p50 ≤ 1 ms (1.23 of 1)')
  expect(lines.at(-1)).toBe('1 of 2 budgets met')
})

test('one count is shown as it is', () => {
  expect(toText(result)).toMatch(/idle: timers\n {4}leasehold, idb +0\n/)
})

test('the documentation gets a row with its budgets, and peers only where they were measured', () => {
  const [header, platform = '', others = ''] = toMarkdown(result).split('\n\n')
  expect(header).toBe('- machine: a small one')
  expect(platform.split('\n')).toHaveLength(4)
  expect(platform).toContain(
    '| run.commit(cursor), ms | 1.23 (2.50) ×0.98 |  |  | 1.23 (2.50) ×1.00 |  |  | **missed**: idb: p50 ≤ 1 ms; met: idb: 1 transaction at most |',
  )
  expect(others.split('\n')).toHaveLength(3)
  expect(others).toContain('cannot: stores nothing')
})

test('a row that had another number of rounds than the header says tells its own', () => {
  const row = { name: 'kill', title: 'killed', unit: 'ms', verdicts: [] } as const
  const kills = { ...row, cells: { idb: { ...cell, rounds: 100 } } }
  const commits = { ...row, title: 'commit', cells: { idb: cell } }
  const page = toMarkdown({ ...result, rows: [kills, commits] })
  expect(page).toContain('| killed, ms (100 rounds) |')
  expect(page).toContain('| commit, ms |')
})

test('what nothing was measured of is no number', () => {
  const nothing = { text: 'idb: p50 ≤ 1 ms', found: Number.NaN, limit: 1, isMet: false } as const
  const [row] = result.rows
  if (!row) throw new Error('no row')
  const rows = [{ ...row, verdicts: [{ ...nothing, isCount: false }] }]
  expect(toText({ ...result, rows })).toContain('✗ missed idb: p50 ≤ 1 ms (nothing of 1)')
})

test('the place in the page is filled, and again by the next run', () => {
  const page = 'before\n<!-- measured:bench -->\nnot yet\n<!-- /measured -->\nafter'
  const once = fillPage(page, result)
  expect(once).toMatch(/^before\n<!-- measured:bench -->\n- machine: a small one\n/)
  expect(once).toMatch(/<!-- \/measured -->\nafter$/)
  expect(once).not.toContain('not yet')
  expect(fillPage(once, result)).toBe(once)
})

test('a page without the place is an error', () => {
  expect(() => fillPage('text', result)).toThrow(/no place/)
})

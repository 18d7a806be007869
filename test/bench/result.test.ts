// What do the measured values of the bench say?
import { expect, test } from 'vitest'
import { concludeRows, type ResultRow } from '../../bench/lib/result.ts'
import type { Budget, MeasuredRow } from '../../bench/lib/row.ts'

function measured(cells: MeasuredRow['cells'], budgets: readonly Budget[] = []): MeasuredRow {
  return { name: 'commit', title: 'a commit', unit: 'ms', cells, budgets }
}

function concludeOne(row: MeasuredRow): ResultRow {
  const [concluded] = concludeRows([row])
  if (!concluded) throw new Error('no row')
  return concluded
}

const three = { values: [1, 2, 3], writes: [1, 1, 2] }

test('a cell has median, 95th percentile, worst, and the most transactions of a round', () => {
  expect(concludeOne(measured({ idb: three })).cells.idb).toEqual({
    rounds: 3,
    p50: 2,
    p95: 3,
    worst: 3,
    ratio: null,
    writes: 2,
    values: [1, 2, 3],
  })
})

test('the ratio is to the raw transaction of the same row', () => {
  const { cells } = concludeOne(measured({ idb: three, transaction: { values: [4, 4, 5] } }))
  expect(cells.idb).toMatchObject({ ratio: 0.5 })
  expect(cells.transaction).toMatchObject({ ratio: 1 })
})

test('who cannot do it stays without a number', () => {
  const { cells } = concludeOne(measured({ bc: { cannot: 'stores nothing' } }))
  expect(cells.bc).toEqual({ cannot: 'stores nothing' })
})

test('a budget against the platform adds the medians of its columns', () => {
  const budget: Budget = {
    column: 'idb',
    statistic: 'p50',
    atMost: 1.3,
    of: ['transaction', 'lock'],
  }
  const cells = { transaction: { values: [1] }, lock: { values: [0.5] } }
  const within = concludeOne(measured({ ...cells, idb: { values: [1.9] } }, [budget]))
  expect(within.verdicts).toEqual([
    {
      text: 'leasehold, idb: p50 ≤ 1.3 × (raw transaction + raw Web Lock)',
      found: 1.9,
      limit: 1.3 * 1.5,
      isMet: true,
      isCount: false,
    },
  ])
  const above = concludeOne(measured({ ...cells, idb: { values: [2] } }, [budget]))
  expect(above.verdicts).toMatchObject([{ isMet: false }])
})

test('one transaction more in one round of many misses a budget of transactions', () => {
  const budget: Budget = { column: 'idb', statistic: 'writes', atMost: 1 }
  expect(concludeOne(measured({ idb: three }, [budget])).verdicts).toMatchObject([
    { found: 2, limit: 1, isMet: false },
  ])
})

test('what was not counted at all meets no budget of transactions', () => {
  const budget: Budget = { column: 'idb', statistic: 'writes', atMost: 1 }
  const { verdicts } = concludeOne(measured({ idb: { values: [1] } }, [budget]))
  expect(verdicts).toMatchObject([{ isMet: false }])
})

test('a round that did less than the work meets no budget of exactly so much', () => {
  const budget: Budget = { column: 'idb', statistic: 'writes', atMost: 1, atLeast: 1 }
  const lazy = { values: [1, 1, 1], writes: [1, 0, 1] }
  expect(concludeOne(measured({ idb: lazy }, [budget])).verdicts).toEqual([
    {
      text: 'leasehold, idb: exactly 1 transaction',
      found: 0,
      limit: 1,
      isMet: false,
      isCount: true,
    },
  ])
  const busy = { values: [1, 1], writes: [1, 2] }
  expect(concludeOne(measured({ idb: busy }, [budget])).verdicts).toMatchObject([
    { found: 2, limit: 1, isMet: false },
  ])
})

test('Web Locks are counted as transactions are', () => {
  const budget: Budget = { column: 'idb', statistic: 'locks', atMost: 0, atLeast: 0 }
  const cold = { values: [1, 1], locks: [0, 1] }
  expect(concludeOne(measured({ idb: cold }, [budget])).verdicts).toMatchObject([
    { text: 'leasehold, idb: exactly 0 Web Locks', found: 1, isMet: false, isCount: true },
  ])
})

test('a budget of a column that has no number is missed, whatever the reason', () => {
  const budgets: readonly Budget[] = [{ column: 'idb', statistic: 'p50', atMost: 1 }]
  for (const cells of [{}, { idb: { cannot: 'hangs' } }, { idb: { values: [] } }])
    expect(concludeOne(measured(cells, budgets)).verdicts).toMatchObject([{ isMet: false }])
})

test('a budget against the platform is missed where that was not measured', () => {
  const budget: Budget = { column: 'idb', statistic: 'p50', atMost: 1, of: ['transaction'] }
  expect(concludeOne(measured({ idb: { values: [1] } }, [budget])).verdicts).toMatchObject([
    { isMet: false },
  ])
})

test('heap that is less than nothing was not measured', () => {
  const budget: Budget = { column: 'idb', statistic: 'p50', atMost: 1_500, atLeast: 1 }
  expect(
    concludeOne(measured({ idb: { values: [-5_806, 900, 919] } }, [budget])).verdicts,
  ).toMatchObject([{ found: -5_806, isMet: false }])
})

test('a budget may hang on another row, and is missed when that was not measured', () => {
  const budget: Budget = {
    column: 'idb',
    statistic: 'p50',
    atMost: 1.15,
    of: [{ row: 'few', column: 'idb' }],
  }
  const many = { ...measured({ idb: { values: [2.2] } }, [budget]), name: 'many' }
  const few = { ...measured({ idb: { values: [2] } }), name: 'few' }
  expect(concludeRows([few, many])[1]?.verdicts).toMatchObject([{ isMet: true, limit: 2.3 }])
  expect(concludeOne(many).verdicts).toMatchObject([{ isMet: false }])
})

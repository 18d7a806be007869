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
    note: null,
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

test('a budget may hang on another row, and says nothing when that was not measured', () => {
  const budget: Budget = {
    column: 'idb',
    statistic: 'p50',
    atMost: 1.15,
    of: [{ row: 'few', column: 'idb' }],
  }
  const many = { ...measured({ idb: { values: [2.2] } }, [budget]), name: 'many' }
  const few = { ...measured({ idb: { values: [2] } }), name: 'few' }
  expect(concludeRows([few, many])[1]?.verdicts).toMatchObject([{ isMet: true, limit: 2.3 }])
  expect(concludeOne(many).verdicts).toEqual([])
})

import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { allRules, findMapFaults, ruleNames } from '../../scripts/lib/mutation-map.mjs'
import { judge, type RunReport } from '../../scripts/lib/mutation-verdict.mjs'

describe('the map of mutants', () => {
  test('gives every rule a mutant, or the reason why it has none, and fits the present source', () => {
    const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : null)
    expect(findMapFaults(allRules, ruleNames, read)).toEqual([])
  })

  test('knows 56 rules', () => {
    expect(ruleNames).toHaveLength(56)
    expect([ruleNames[0], ruleNames.at(-1)]).toEqual(['S1', 'V5'])
  })

  const files: Record<string, string> = { 'a.ts': 'one two two', 'a.test.ts': '' }
  const faultsOf = (change: object) =>
    findMapFaults(
      {
        L1: {
          words: 'a rule',
          mutants: [
            {
              breaks: 'it',
              file: 'a.ts',
              text: 'one',
              becomes: 'none',
              tests: ['a.test.ts'],
              ...change,
            },
          ],
        },
      },
      ['L1'],
      path => files[path] ?? null,
    )

  test.each([
    [{ text: 'three' }, 'L1, it: its text occurs 0 times in a.ts, not once'],
    [{ text: 'two' }, 'L1, it: its text occurs 2 times in a.ts, not once'],
    [{ becomes: 'one' }, 'L1, it: it changes nothing'],
    [{ file: 'b.ts' }, 'L1, it: there is no b.ts'],
    [{ tests: ['b.test.ts'] }, 'L1, it: there is no b.test.ts'],
    [{ tests: [] }, 'L1, it: no test is named'],
  ])('is wrong with %o', (change, fault) => {
    expect(faultsOf({})).toEqual([])
    expect(faultsOf(change)).toEqual([fault])
  })

  test('is wrong without a rule, with one too many, and with one that says nothing', () => {
    expect(findMapFaults({ X9: { words: 'none', none: 'not built' } }, ['L1'], () => null)).toEqual(
      ['L1 is missing from the map', 'X9 is no rule'],
    )
    expect(findMapFaults({ L1: { words: 'a rule' } }, ['L1'], () => null)).toEqual([
      'L1 has neither a mutant nor a reason',
    ])
  })
})

describe('a mutant', () => {
  const failing = (error: object) => ({ name: 'a test', state: 'failed', errors: [error as never] })
  const passing = { name: 'another', state: 'passed' }
  const report = (
    tests: RunReport['files'][number]['tests'],
    change: Partial<RunReport> = {},
  ): RunReport => ({
    files: [{ name: 'a.test.ts', errors: [], tests }],
    expected: 1,
    unhandled: 0,
    ...change,
  })
  const assertion = failing({ name: 'AssertionError', message: 'expected 1 to be 2' })
  const timeout = failing({ name: 'Error', message: 'Test timed out in 5000ms.' })
  const hook = failing({ name: 'Error', message: 'Hook timed out in 10000ms.' })
  const stumbling = failing({ name: 'ReferenceError', message: 'x is not defined' })
  const property = (cause: string) =>
    failing({
      name: 'Error',
      message: 'Property failed after 1 tests',
      cause: { name: cause, message: '' },
    })

  test('is noticed by an assertion that fails, or by an error that the promise rules out', () => {
    expect(judge(report([passing, assertion]))).toEqual({
      outcome: 'red',
      tests: 2,
      detail: 'a test',
    })
    expect(judge(report([stumbling, timeout, assertion])).outcome).toBe('red')
    expect(judge(report([failing({ name: 'LeaseLost', message: 'stopped' })])).outcome).toBe('red')
    expect(judge(report([property('AssertionError')])).outcome).toBe('red')
  })

  test('hangs when a test waited in vain, and none failed for what it asserts', () => {
    expect(judge(report([passing, timeout])).outcome).toBe('hangs')
    expect(judge(report([stumbling, hook])).outcome).toBe('hangs')
  })

  test('proves nothing when its code does not load, stumbles, or is not tested', () => {
    const broken = [
      report([stumbling]),
      report([property('TypeError')]),
      report([passing], {
        files: [{ name: 'a.test.ts', errors: [{ message: 'no such module' }], tests: [] }],
      }),
      report([passing], { expected: 2 }),
      report([passing], { unhandled: 1 }),
      report([]),
    ]
    expect(broken.map(each => judge(each).outcome)).toEqual(broken.map(() => 'broken'))
  })

  test('has survived when every test is green', () => {
    expect(judge(report([passing])).outcome).toBe('survived')
  })
})

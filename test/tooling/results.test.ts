import { expect, test } from 'vitest'
import { readPlaywright, readVitest, sumResults } from '../../scripts/lib/results.mjs'

const vitest = { numPassedTests: 3, numFailedTests: 0, success: true, testResults: [] }
const stats = { expected: 2, unexpected: 0, flaky: 0 }

test('passed and failed tests are counted', () => {
  expect(readVitest(vitest)).toEqual({ passed: 3, failed: 0, failures: [] })
  expect(readVitest({ ...vitest, numFailedTests: 2, success: false })).toMatchObject({
    passed: 3,
    failed: 2,
  })
  expect(readPlaywright({ stats: { ...stats, unexpected: 1 }, errors: [] })).toMatchObject({
    passed: 2,
    failed: 1,
  })
})

test('a run that fails without a failed test counts one failure', () => {
  expect(readVitest({ ...vitest, success: false }).failed).toBe(1)
  expect(readPlaywright({ stats, errors: [{ message: 'no such module' }] }).failed).toBe(1)
})

test('a test that passed only when repeated has failed', () => {
  expect(readPlaywright({ stats: { ...stats, flaky: 1 }, errors: [] }).failed).toBe(1)
})

test('each failed test is named with its file and its message', () => {
  const passed = { status: 'passed', fullName: 'one promise' }
  const failed = { status: 'failed', fullName: 'another', failureMessages: ['expected 1 to be 2'] }
  const { failures } = readVitest({
    ...vitest,
    testResults: [
      { name: 'a.test.ts', assertionResults: [passed, failed] },
      { name: 'b.test.ts', message: 'cannot be loaded', assertionResults: [] },
      { name: 'c.test.ts', message: '', assertionResults: [passed] },
    ],
  })
  expect(failures).toEqual([
    'a.test.ts › another\n    expected 1 to be 2',
    'b.test.ts › the file\n    cannot be loaded',
  ])
})

test('each failed test in a browser is named with engine, file, line and message', () => {
  const results = [{ errors: [{ message: 'timed out' }] }]
  const of = (status: string) => [{ projectName: 'firefox', status, results }]
  const { failures } = readPlaywright({
    stats,
    errors: [{ message: 'no server' }],
    suites: [
      {
        file: 'a.spec.ts',
        specs: [{ title: 'one', line: 3, tests: of('expected') }],
        suites: [
          {
            file: 'a.spec.ts',
            specs: [
              { title: 'two', line: 7, tests: of('unexpected') },
              { title: 'three', line: 9, tests: of('flaky') },
            ],
          },
        ],
      },
    ],
  })
  expect(failures).toEqual([
    '[firefox] a.spec.ts:7 › two\n    timed out',
    '[firefox] a.spec.ts:9 › three\n    timed out',
    'outside of a test › an error\n    no server',
  ])
})

test('a long message is cut to its beginning', () => {
  const message = Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n')
  const { failures } = readPlaywright({ stats, errors: [{ message }] })
  expect(failures[0]).toContain('line 11')
  expect(failures[0]).not.toContain('line 12')
})

test('the summary is the sum of all suites', () => {
  expect(sumResults([])).toEqual({ passed: 0, failed: 0, failures: [] })
  expect(
    sumResults([
      { passed: 1, failed: 0, failures: [] },
      { passed: 4, failed: 2, failures: ['this', 'that'] },
    ]),
  ).toEqual({ passed: 5, failed: 2, failures: ['this', 'that'] })
})

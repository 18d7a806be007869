// Runs tests again and again in the folder it was started in: what did not change stays compiled.
import { join, relative, sep } from 'node:path'
import { createVitest } from 'vitest/node'
import { judge } from './mutation-verdict.mjs'

/** @typedef {{ changed: readonly string[], tests: readonly string[], bail: number }} Order */

const vitest = await createVitest('test', {
  watch: false,
  project: ['rules', 'unit'],
  pool: 'threads',
  maxWorkers: 1,
  reporters: [{}],
})

/** @param {Order} order */
async function run({ changed, tests, bail }) {
  for (const file of changed) vitest.invalidateFile(join(process.cwd(), file))
  vitest.config.bail = bail
  for (const project of vitest.projects) project.config.bail = bail
  const specs = (await vitest.globTestSpecifications([...tests])).filter(spec =>
    tests.includes(relative(process.cwd(), spec.moduleId).split(sep).join('/')),
  )
  const ran = new Set(specs.map(spec => spec.moduleId))
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specs)
  const modules = testModules.filter(each => ran.has(each.moduleId))
  return judge({
    files: modules.map(each => ({
      name: each.relativeModuleId,
      errors: each.errors(),
      tests: [...each.children.allTests()].map(test => ({
        name: test.fullName,
        ...test.result(),
      })),
    })),
    expected: specs.length === tests.length ? tests.length : -1,
    unhandled: unhandledErrors.length,
  })
}

process.on('message', order => {
  void run(/** @type {Order} */ (order)).then(
    verdict => process.send?.(verdict),
    error =>
      process.send?.({ outcome: 'broken', tests: 0, detail: `the test tool failed: ${error}` }),
  )
})
process.on('disconnect', () => process.exit())

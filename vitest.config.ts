// Four projects: `rules` and `unit` run in Node.js, `types` in the compiler, `browser` in a real Chromium.
import { availableParallelism } from 'node:os'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumLaunch } from './scripts/lib/chromium.mjs'
import { patienceMs, statePatienceMs } from './scripts/lib/patience.mjs'

const resolve = { tsconfigPaths: true }
const patience = {
  testTimeout: patienceMs,
  hookTimeout: patienceMs,
  expect: { poll: { timeout: statePatienceMs } },
}

export default defineConfig({
  test: {
    projects: [
      {
        resolve,
        test: {
          // Nothing keeps state in a module: without isolation a third of the time is saved.
          name: 'unit',
          isolate: false,
          ...patience,
          // Also on two cores: one process alone would leave the other one idle.
          maxWorkers: Math.max(2, availableParallelism() - 1),
          // Of projects with different workers one has to follow the other, when both are run.
          sequence: { groupOrder: 1 },
          include: ['test/**/*.test.ts'],
          exclude: ['test/browser/**', 'test/model/**'],
        },
      },
      {
        resolve,
        test: {
          // Pure rules share nothing: without isolation they take a quarter of the time.
          name: 'rules',
          ...patience,
          include: ['test/model/**/*.test.ts'],
          pool: 'threads',
          isolate: false,
        },
      },
      {
        test: {
          name: 'types',
          ...patience,
          include: [],
          typecheck: {
            enabled: true,
            only: true,
            include: ['{src,test}/**/*.test-d.ts'],
            // These files and what they import; with the other tests it would take twice as long.
            tsconfig: 'test/tsconfig.types.json',
            // What is wrong elsewhere is told by `npm run check`.
            ignoreSourceErrors: true,
          },
        },
      },
      {
        resolve,
        test: {
          name: 'browser',
          ...patience,
          include: ['test/browser/**/*.test.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: chromiumLaunch }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
    coverage: { provider: 'v8', include: ['src/**'] },
  },
})

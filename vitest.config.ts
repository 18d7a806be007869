// Four projects: `rules` and `unit` run in Node.js, `types` in the compiler, `browser` in a real Chromium.
import { availableParallelism } from 'node:os'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumLaunch } from './scripts/lib/chromium.mjs'

const resolve = { tsconfigPaths: true }

export default defineConfig({
  test: {
    projects: [
      {
        resolve,
        test: {
          // Nothing keeps state in a module: without isolation a third of the time is saved.
          name: 'unit',
          isolate: false,
          // Stories play on a clock of their own; how long they take on a busy machine says nothing.
          testTimeout: 120_000,
          // Also on two cores: one process alone would leave the other one idle.
          maxWorkers: Math.max(2, availableParallelism() - 1),
          include: ['test/**/*.test.ts'],
          exclude: ['test/browser/**', 'test/model/**'],
        },
      },
      {
        resolve,
        test: {
          // Pure rules share nothing: without isolation they take a quarter of the time.
          name: 'rules',
          include: ['test/model/**/*.test.ts'],
          pool: 'threads',
          isolate: false,
        },
      },
      {
        test: {
          name: 'types',
          include: [],
          typecheck: {
            enabled: true,
            only: true,
            include: ['{src,test}/**/*.test-d.ts'],
            tsconfig: 'test/tsconfig.json',
            // What is wrong elsewhere is told by `npm run check`.
            ignoreSourceErrors: true,
          },
        },
      },
      {
        resolve,
        test: {
          name: 'browser',
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

// How the package is built: one readable output file per source file, types beside it.
import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: [
    'src/index.ts',
    'src/trigger/index.ts',
    'src/trigger/cron.ts',
    'src/fenced/dexie.ts',
    'src/fenced/idb.ts',
    'src/store/memory.ts',
    'src/fetch/fetch-for.ts',
    'src/service-worker/index.ts',
    'src/react/index.ts',
    'src/vue/index.ts',
    'src/element/index.ts',
    'src/inspector/index.ts',
    'src/testing/index.ts',
  ],
  tsconfig: 'src/tsconfig.json',
  outDir: 'dist',
  format: 'esm',
  platform: 'neutral',
  target: 'es2023',
  unbundle: true,
  fixedExtension: false,
  dts: true,
  clean: true,
  failOnWarn: true,
})

/** How is the client built? */
import { defineConfig } from 'vite'

export default defineConfig({
  // `leasehold` and its entries come from the sources, as `tsconfig.json` says.
  resolve: { tsconfigPaths: true },
  server: { proxy: { '/api': 'http://localhost:4173' } },
  build: { target: 'es2022', emptyOutDir: true },
})

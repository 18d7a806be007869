/** How is the client built: the page, what makes it an app of its own, and its service worker? */
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { manifest } from './manifest.ts'

export default defineConfig({
  // `leasehold` and its entries come from the sources, as `tsconfig.json` says.
  resolve: { tsconfigPaths: true },
  server: { proxy: { '/api': 'http://localhost:4173' } },
  build: { target: 'es2022', emptyOutDir: true },
  plugins: [
    VitePWA({
      // The worker is ours: it goes on with the syncs, and is told here which files to keep.
      strategies: 'injectManifest',
      srcDir: 'src',
      filename: 'worker.ts',
      // The page registers it, and says when a new one is ready.
      injectRegister: null,
      manifest,
      includeManifestIcons: false,
      integration: {
        configureCustomSWViteBuild(worker) {
          worker.logLevel = 'warn'
        },
      },
      injectManifest: {
        // In one file: not every browser takes a module for a service worker.
        rollupFormat: 'iife',
        injectionPoint: 'self.filesToKeep',
        // The PNGs are for the desktop of whoever installs it, not for the page.
        globPatterns: ['**/*.{html,js,css,svg,webmanifest}'],
      },
    }),
  ],
})

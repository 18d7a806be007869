/** What does a browser show of the demo that somebody installs? */
import type { ManifestOptions } from 'vite-plugin-pwa'

/** The web app manifest; its colours are those of the light scheme, as it can name but one. */
export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Coursebook · leasehold demo',
  short_name: 'Coursebook',
  description: 'Courses and messages, edited offline, synced once.',
  lang: 'en',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#f6f5f2',
  theme_color: '#f6f5f2',
  categories: ['education', 'productivity'],
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  ],
}

/** The service worker: what is there without network, and what goes on while no tab is open? */
import { createTaskRegistry } from 'leasehold'
import { dexieStore } from 'leasehold/dexie'
import { backgroundEvents } from 'leasehold/service-worker'
import { NEVER } from 'rxjs'
import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching'
import { createDatabase } from './data/database.ts'
import { registryName, skipWaitingMessage } from './sync/name.ts'
import { createSyncTasks } from './sync/tasks.ts'

/** What of a service worker's own global is used here. */
interface WorkerScope extends EventTarget {
  /** The files of this build; the build puts them here. */
  readonly filesToKeep: Parameters<typeof precacheAndRoute>[0]
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
}
declare const self: WorkerScope

// The page is the same whatever stands behind the `?`, such as the length of a lease.
precacheAndRoute(self.filesToKeep, { ignoreURLParametersMatching: [/./] })
cleanupOutdatedCaches()
// The page that started the first worker is served by it at once: its next part may be asked for offline.
self.addEventListener('activate', () => void self.clients.claim())
self.addEventListener('message', event => {
  if ((event as MessageEvent).data === skipWaitingMessage) void self.skipWaiting()
})

const database = createDatabase()
createTaskRegistry({
  name: registryName,
  // Edits are made in tabs.
  tasks: Object.values(createSyncTasks(database, NEVER)),
  store: dexieStore(database),
  background: backgroundEvents(),
})

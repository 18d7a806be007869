/** Entry `leasehold/service-worker`: one line in a page, one in its service worker. */
export {
  type BackgroundEvents,
  type BackgroundEventsOptions,
  backgroundEvents,
} from './background-events.ts'
export { type BackgroundSyncOptions, backgroundSync } from './background-sync.ts'

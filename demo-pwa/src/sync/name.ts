/** What do the tabs and the service worker have to agree on? */

/** The name under which they share their work. */
export const registryName = 'coursebook'

/** What a page says to a new worker that waits until it is let in. */
export const skipWaitingMessage = 'skip-waiting'

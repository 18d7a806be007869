/** What do the pages complain of, and what of it is the storm's own doing? */
import type { BrowserContext } from '@playwright/test'

/** What was said, in counted lines. */
export interface Complaints {
  /** What no storm excuses. */
  faults(): readonly string[]
  /** Warnings, and how often each was given. */
  warnings(): ReadonlyMap<string, number>
}

// The browser itself writes these when a request fails: the network is gone, or the server says so.
const excused = [
  /^Failed to load resource: net::ERR_(?:INTERNET_DISCONNECTED|NETWORK_CHANGED|CONNECTION_\w+|EMPTY_RESPONSE)/,
  /^Failed to load resource: the server responded with a status of (?:401|412|429|500|503)\b/,
]

/** Listens to all pages of `context`. */
export function listenForComplaints(context: BrowserContext): Complaints {
  const faults: string[] = []
  const warnings = new Map<string, number>()
  context.on('weberror', error => {
    const { stack, message } = error.error()
    faults.push(`uncaught in a page: ${stack ?? message}`)
  })
  context.on('console', message => {
    // Elsewhere is no page of the app.
    if (message.location().url.endsWith('/favicon.ico')) return
    const text = message.text()
    const type = message.type()
    if (type !== 'error' && type !== 'warning') return
    if (/foreign-await/.test(text)) faults.push(`console.${type}: ${text}`)
    else if (type === 'warning') warnings.set(text, (warnings.get(text) ?? 0) + 1)
    else if (!excused.some(pattern => pattern.test(text))) faults.push(`console.error: ${text}`)
  })
  return { faults: () => faults, warnings: () => warnings }
}

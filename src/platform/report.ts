/** Where errors go that nobody listens for. */

/** Warns on the console. */
export function warnOnConsole(error: unknown): void {
  console.warn('leasehold:', error)
}

/** Where errors go that nobody listens for. */

/** Warns on the console. `where`: the code of the app that threw it, when it was that. */
export function warnOnConsole(error: unknown, where?: string): void {
  console.warn(where === undefined ? 'leasehold:' : `leasehold: ${where}:`, error)
}

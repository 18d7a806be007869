/** Real randomness: jitter that need not be secret, ids that must be. */
import type { Random } from '../port/clock.ts'

// Unreserved in URLs and allowed in HTTP headers. Without `-`: Web Locks refuse names that begin with it.
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_~'

/** Characters of an id: 22 × 6 = 132 random bits. */
const idLength = 22
/** Ids drawn from the platform at once: a draw costs several µs, whatever its size. */
const idsPerDraw = 64

/** Random numbers from `Math.random`, ids of 22 URL-safe characters from the platform's secure source. */
export function systemRandom(): Random {
  return { number: () => Math.random(), id: createIdSource() }
}

function createIdSource(): () => string {
  let bytes = new Uint8Array(0)
  let used = 0
  return () => {
    if (used === bytes.length) {
      // Not `crypto.randomUUID`: it is missing on plain http pages, as when a phone opens a local server.
      bytes = crypto.getRandomValues(new Uint8Array(idLength * idsPerDraw))
      used = 0
    }
    let id = ''
    for (const end = used + idLength; used < end; used++) {
      id += letters[(bytes[used] ?? 0) % letters.length]
    }
    return id
  }
}

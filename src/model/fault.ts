/** Does what a stage threw look like a fault of its code, which no repetition mends? */
import { RegistryError } from './error.ts'

const faultNames = /^(?:Type|Reference|Range|Syntax|URI|Data|DataClone)Error$/

/**
 * How a request that did not get through reads in Chromium, Firefox, WebKit and Node.js: `fetch` and
 * `import()` throw it as a TypeError, and nothing but its text tells it from a fault.
 */
const networkTexts =
  /^(?:failed to fetch|fetch failed|load failed|networkerror when|(?:a )?network error|network request failed|network connection lost|the (?:internet|network) connection|the request timed out|a server with the specified hostname|could not connect|error in input stream|terminated$|cancelled$|importing a module script failed)|dynamically imported module/i

const misuseCodes: readonly string[] = ['stage-finished', 'no-fenced-writes']
const ownCodes: readonly string[] = ['invalid-argument', 'not-json', 'too-large', ...misuseCodes]

/** Whether it does: a wrong use of values, names or of the run; never a failed request. Total. */
export function isFaultOfCode(thrown: unknown): thrown is Error {
  try {
    if (!(thrown instanceof Error)) return false
    if (thrown instanceof RegistryError) return ownCodes.includes(thrown.code)
    // Errors of other libraries may have a message that is no text.
    const message: unknown = thrown.message
    return faultNames.test(thrown.name) && !networkTexts.test(String(message).trim())
  } catch {
    return false
  }
}

/**
 * Whether the stage used its run in a way that is refused each time, whatever its data: the run fails for
 * good. A value that is wrong or too large may come from data, and be another next time. Total.
 */
export function isMisuse(thrown: unknown): boolean {
  return (
    isFaultOfCode(thrown) && thrown instanceof RegistryError && misuseCodes.includes(thrown.code)
  )
}

/** Which words of the sync button are this app's own? */
import { englishTexts, type SyncTextChanges } from 'leasehold/element'

/** What makes its triggers fire. */
const sources: Readonly<Record<string, string>> = {
  ...englishTexts.sources,
  schedule: 'the clock, every 15 min',
  change: 'an edit',
  'background-sync': 'the browser, as the network was there',
  'periodic-sync': 'the browser, from time to time',
}

/** Over the English ones. */
export const ownTexts: SyncTextChanges = { sources }

/** The source of a trigger, and what it means, such as `manual (a press)`. */
export function sourceWords(source: string): string {
  const meaning = sources[source]
  return meaning === undefined ? source : `${source} (${meaning})`
}

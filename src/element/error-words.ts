/** What does an error of a run, or of a request, say in plain words? */
import { englishTexts } from './english.ts'
import type { SyncTextChanges } from './texts.ts'

/** How browsers, and `fetch` of `leasehold/fetch`, say that a request got no answer. */
const unanswered =
  /^(?:TypeError: )?(?:no answer to|failed to fetch|load failed|networkerror|network error)/i

/** The message of an error, or `unanswered` of the texts where a request got no answer. */
export function describeError(
  { message }: { readonly message: string },
  { unanswered: said = englishTexts.unanswered }: SyncTextChanges = {},
): string {
  return unanswered.test(message) ? said : message
}

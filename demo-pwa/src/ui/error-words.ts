/** What does an error say in plain words? */

/** How a request that got no answer reads in a run, and in Chromium, WebKit and Firefox. */
const unanswered =
  /^(?:TypeError: )?(?:no answer to|failed to fetch|load failed|networkerror|network error)/i

/** The words for the message of an error, which a browser may have written. */
export function errorWords(message: string): string {
  return unanswered.test(message)
    ? 'the server did not answer: it is stopped, or out of reach'
    : message
}

/** How long is the store waited for, and when is it asked again? */

/** Without a sign of it for so long it is not waited for any more, ms. */
export const patienceMs = 5_000

/** What failed or changed nothing is tried again after this time, ms. */
export const againMs = 1_000

/** Longest time until something that goes on failing is tried again, ms. */
export const longestAgainMs = 30_000

/** The wait after one that led to nothing: twice as long, up to `longestAgainMs`. */
export function longerWait(waitMs: number): number {
  return Math.min(waitMs * 2, longestAgainMs)
}

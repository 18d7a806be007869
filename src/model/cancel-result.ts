/** What somebody who cancels is answered. */

/** The answer to a cancel. */
export type CancelResult =
  /** `requested`: its owner stops at the next step; otherwise it has ended already. */
  | { readonly cancelled: true; readonly runId: string | null; readonly requested: boolean }
  | { readonly cancelled: false; readonly reason: 'not-running' | 'other-run' | 'signed-out' }

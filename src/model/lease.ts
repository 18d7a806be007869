/** Who may run a key, and until when? */

/** What kind of context an agent lives in. */
export type AgentKind = 'tab' | 'worker' | 'service-worker' | 'node'

/** The time-limited right of one owner to run a key. */
export interface Lease {
  readonly owner: string
  readonly fence: number
  readonly agent: string
  readonly agentKind: AgentKind
  readonly agentLabel: string
  /** Name of the owner's presence lock; `null` when it has none. */
  readonly presence: string | null
  readonly acquiredAt: number
  readonly renewedAt: number
  /** Counts the writes that renewed. */
  readonly renewSeq: number
  readonly ttlMs: number
  readonly expiresAt: number
  /** Version of the user record at the acquisition: a sign-in since then has a larger one. */
  readonly userVersion?: number
}

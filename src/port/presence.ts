/** Locks that end with their holder: whether an agent is alive, as far as that can be known. */

/** How a lock is asked for. */
export interface LockRequest {
  readonly mode: 'exclusive' | 'shared'
  /** Answers `null` at once instead of waiting. */
  readonly ifAvailable?: boolean
  /** Gives up waiting; the answer is then `null`. */
  readonly signal?: AbortSignal
}

/** A lock that is held. */
export interface HeldLock {
  /** Gives it up; harmless when done twice. */
  release(): void
}

/** The locks of an origin. */
export interface Presence {
  /** Resolves when the lock is granted, or to `null`: given up, not available, or broken. Never rejects. */
  request(name: string, request: LockRequest): Promise<HeldLock | null>
}

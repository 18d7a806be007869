/** Which is the newer of two: what is known of a record or a user, or what is shown or told of it now? */

/** What has a version: the newer has the larger one. */
interface Versioned {
  readonly version: number
}

/** Knows when each thing was learned, and from whom; `Of` names the things. */
export interface Recency<Of> {
  /** The moment at which an operation on the store begins: what it shows outdoes what was heard before. */
  moment(): number
  /** Whether an operation that began at `begunAt` shows something else than what is known. */
  isNews(of: Of, before: Versioned | null, shown: Versioned, begunAt: number): boolean
  /** Whether what is known was learned before the operation began that does not find it any more. */
  isGone(of: Of, begunAt: number): boolean
  /** Somebody told of it; the store has not shown it yet. */
  hear(of: Of): void
  /** What is known of it is of this moment. */
  take(of: Of): void
  /** Nothing is known of it any more. */
  drop(of: Of): void
  /** Nothing is known of anything. */
  clear(): void
}

/** Makes it, with nothing known. */
export function createRecency<Of>(): Recency<Of> {
  /** When it was last heard; absent when the store itself showed what is known. */
  const heard = new Map<Of, number>()
  /** When what is known was learned. */
  const taken = new Map<Of, number>()
  let moments = 0

  return {
    moment: () => ++moments,
    isNews(of, before, shown, begunAt) {
      const heardAt = heard.get(of)
      // Whoever told of a newer one before the operation began was wrong.
      const isRefuted =
        heardAt !== undefined && heardAt < begunAt && before?.version !== shown.version
      if (!isRefuted && !isNewer(before, shown)) return false
      heard.delete(of)
      return true
    },
    isGone: (of, begunAt) => (taken.get(of) ?? begunAt) < begunAt,
    hear(of) {
      heard.set(of, ++moments)
    },
    take(of) {
      taken.set(of, moments)
    },
    drop(of) {
      heard.delete(of)
      taken.delete(of)
    },
    clear() {
      heard.clear()
      taken.clear()
    },
  }
}

/** Whether the second is the newer one. */
export function isNewer(before: Versioned | null, after: Versioned): boolean {
  return before === null || after.version > before.version
}

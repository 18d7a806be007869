/** Sign-in and sign-out: the epoch of a user, and who else it concerns. */
import type { UserRecord } from './user-record.ts'

/** How long an automatic sign-in (each page load calls it) ends `auth` waits at most once, ms. */
const freshForMs = 15 * 60_000

/** What a sign-in or sign-out writes, and tells. */
export interface AccountDecided {
  /** The users that changed. */
  readonly users: readonly UserRecord[]
  readonly user: UserRecord
}

// The version, too, is above what a forgotten user of that name had: whoever missed it believes the newer.
function emptyUser(userId: string, floor: number): UserRecord {
  return { userId, version: floor, epoch: floor, signedIn: false, signedInAt: 0, freshAt: 0 }
}

/**
 * Signs a user in. Signed in already: nothing changes, but an `auth` wait ends (at most once per
 * 15 min, or with `fresh`). With `exclusive` everyone else is signed out in the same transaction.
 */
export function decideSignIn(
  users: readonly UserRecord[],
  userId: string,
  options: { readonly fresh: boolean; readonly exclusive: boolean },
  now: number,
  floor: number,
): AccountDecided {
  const before = users.find(user => user.userId === userId) ?? emptyUser(userId, floor)
  const others = options.exclusive
    ? users.filter(user => user.userId !== userId && user.signedIn).map(signedOut)
    : []
  const freshens = options.fresh || !before.signedIn || Math.abs(now - before.freshAt) >= freshForMs
  if (before.signedIn && !freshens) return { users: others, user: before }
  const user: UserRecord = {
    ...before,
    version: before.version + 1,
    signedIn: true,
    signedInAt: before.signedIn ? before.signedInAt : now,
    freshAt: now,
  }
  return { users: [...others, user], user }
}

/**
 * Signs a user out; works when nothing of that user was ever stored. `from`: the epoch that an
 * earlier try saw, when this one repeats it: it may have landed, and somebody signed in since.
 */
export function decideSignOut(
  users: readonly UserRecord[],
  userId: string,
  floor: number,
  from: number | null = null,
): AccountDecided {
  const before = users.find(user => user.userId === userId)
  // Nobody to sign out: a version above the floor would outdo the next sign-in, where nothing is stored.
  if (!before) {
    const user = emptyUser(userId, floor)
    return { users: [user], user }
  }
  if (from !== null && before.epoch > from) return { users: [], user: before }
  const user = signedOut(before)
  return { users: [user], user }
}

function signedOut(user: UserRecord): UserRecord {
  return { ...user, version: user.version + 1, epoch: user.epoch + 1, signedIn: false }
}

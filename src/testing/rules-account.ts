/** What must hold once a user was signed out: not one write of that sign-in. */
import type { UserRecord } from '../model/user-record.ts'
import { equalJson } from '../model/json.ts'
import type { LandedUsers, LandedWrite } from './sim-journal.ts'

/** Remembers who was signed out, and tells what that breaks. */
export interface AccountRules {
  landedUsers(write: LandedUsers): readonly string[]
  /** What a transaction on a key breaks. */
  landed(write: LandedWrite): readonly string[]
  /** `signOut` resolved; `before` and `now`: the user when it was called, and as it is stored. */
  resolved(before: UserRecord | null, now: UserRecord | null): readonly string[]
}

const promise = 'after a sign-out not one write of that sign-in is accepted'

/** Makes them; nobody was signed out. */
export function createAccountRules(): AccountRules {
  /** The first epoch that may write, by user. */
  const epochs = new Map<string, number>()

  const isOver = (userId: string, epoch: number): boolean => epoch < (epochs.get(userId) ?? 0)

  return {
    landedUsers({ before, after }) {
      const broken: string[] = []
      for (const user of after) {
        const old = before.find(({ userId }) => userId === user.userId)
        if (old && user.epoch < old.epoch) broken.push('epochs only grow')
        if (old?.signedIn && !user.signedIn && user.epoch <= old.epoch)
          broken.push('a sign-out raises the epoch')
        if (!user.signedIn) epochs.set(user.userId, user.epoch)
      }
      return broken
    },
    landed({ before, after }) {
      if (!after) return []
      const { userId } = after
      if (isOver(userId, after.epoch)) {
        // Bare bookkeeping of a key that nobody runs (a pause) names the epoch that it found.
        const isIdle = !after.run && !after.lease && !after.buffered && !after.deferred
        if (!isIdle) return [promise]
      }
      if (!before || !isOver(userId, before.epoch)) return []
      // Whoever writes next may write down that the old run is over, and begin; no stage got further.
      const moved = Object.entries(after.bookmarks).some(
        ([stage, { cursor }]) => !equalJson(cursor, before.bookmarks[stage]?.cursor ?? null),
      )
      const ran = after.run !== null && after.run.runId === before.run?.runId
      return moved || ran ? [promise] : []
    },
    resolved(before, now) {
      // Only who is forgotten is not there any more.
      const isOut = now ? !before?.signedIn || now.epoch > before.epoch : before !== null
      return isOut ? [] : ['a sign-out that resolves is stored']
    },
  }
}

/** What a forgotten user leaves behind: a floor that nothing of theirs may come back below. */
import type { AccountDecided } from './account.ts'
import type { TaskRecord } from './record.ts'
import type { UserRecord } from './user-record.ts'

/**
 * The floor above every fence, epoch and version of what is to be deleted: whoever still holds one of
 * those can be told apart from whatever is made anew.
 */
export function floorAbove(
  floor: number,
  user: UserRecord | null,
  records: readonly TaskRecord[],
): number {
  let highest = user ? Math.max(user.epoch, user.version) : 0
  for (const { fence, epoch, version } of records)
    highest = Math.max(highest, fence, epoch, version)
  return user || records.length > 0 ? Math.max(floor, highest + 1) : floor
}

/** Whether a decision forgets the user: it changes that user, who would otherwise be written. */
export function forgets(userId: string, { users }: Pick<AccountDecided, 'users'>): boolean {
  return users.some(user => user.userId === userId)
}

/** What is said of a task, in words that all examples share. */
import type { TaskView } from 'leasehold'

const clock = (at: number): string => new Date(at).toLocaleTimeString()

/** What stands on the button. */
export function labelOf({ running, actions }: TaskView): string {
  if (running) return running.cancelling ? 'Cancelling…' : 'Already syncing'
  return actions.includes('retry-now') ? 'Retry now' : 'Sync now'
}

/** What stands below it. */
export function lineOf({ status, reason, running, error, nextAttemptAt, last }: TaskView): string {
  if (running) {
    const where = running.owner.here ? 'in this tab' : 'in another tab'
    const since = `Since ${clock(running.startedAt)}, ${where}`
    return running.responding ? since : `${since}, which no longer answers`
  }
  switch (status) {
    case 'loading':
      return 'One moment…'
    case 'waiting':
      return `Failed: ${error?.message ?? reason}. ${nextAttemptAt === null ? '' : `Next attempt at ${clock(nextAttemptAt)}.`}`
    case 'idle':
      if (last === null) return 'Never synced'
      if (last.status === 'failed') return `Failed at ${clock(last.at)}: ${last.error?.message}`
      return `${last.status === 'cancelled' ? 'Cancelled' : 'Synced'} at ${clock(last.at)}`
    case 'signed-out':
      return 'Nobody is signed in'
    default:
      return `${status}: ${reason}`
  }
}

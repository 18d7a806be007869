/** What does a session see of one of its tasks? */
import { RegistryError, type TaskView } from 'leasehold'
import { combineLatest, filter, map, type Observable } from 'rxjs'
import type { Collection } from '../data/rows.ts'
import type { Session } from './session.ts'

/** The view of a task, for as long as it is this account's; `loading` until the sign-in is done. */
export function watchTask(session: Session, collection: Collection): Observable<TaskView> {
  const { sync, account, entering } = session
  return combineLatest([sync.registry.watch(sync.tasks[collection]), entering]).pipe(
    filter(([view]) => view.userId === null || view.userId === account),
    map(([view, entered]) => {
      if (view.status !== 'signed-out' || entered === 'entered') return view
      if (entered === 'entering') return { ...view, status: 'loading' }
      return {
        ...view,
        status: 'blocked',
        reason: 'store-unavailable',
        detail: causeOf(entered),
        actions: ['start'],
      }
    }),
  )
}

/** What the browser said; `null` where it only has not answered yet. */
function causeOf(error: Error): string | null {
  return error instanceof RegistryError && error.details['landed'] === 'unknown'
    ? null
    : error.message
}

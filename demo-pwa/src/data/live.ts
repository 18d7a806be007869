/** How does the page hear of changes of its data, from any tab? */
import { liveQuery } from 'dexie'
import { Observable, retry } from 'rxjs'

/** A query that the storage refused is made again after this time, ms. */
const againMs = 1_000

/** The result of a query, at once and whenever what it read was changed; a failing storage is waited for. */
export function live<T>(query: () => Promise<T>): Observable<T> {
  const results = new Observable<T>(subscriber => {
    // Of a database that is closed, or did not open, Dexie says nothing by itself.
    const told = () =>
      query().catch((error: unknown) => {
        throw new Error(String(error), { cause: error })
      })
    const subscription = liveQuery(told).subscribe({
      next: value => subscriber.next(value),
      error: (error: unknown) => subscriber.error(error),
    })
    return () => subscription.unsubscribe()
  })
  return results.pipe(retry({ delay: againMs }))
}

/** How does the page hear of changes of its data, from any tab? */
import { liveQuery } from 'dexie'
import { Observable } from 'rxjs'

/** The result of a query, at once and whenever what it read was changed. */
export function live<T>(query: () => Promise<T>): Observable<T> {
  return new Observable(subscriber => {
    const subscription = liveQuery(query).subscribe({
      next: value => subscriber.next(value),
      error: (error: unknown) => subscriber.error(error),
    })
    return () => subscription.unsubscribe()
  })
}

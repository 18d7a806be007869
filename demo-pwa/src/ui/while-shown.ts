/** When does a part of the screen look again at what nobody tells it? */
import { filter, merge, Observable, timer } from 'rxjs'

/** Emits when the element comes on screen, and every `everyMs` as long as it is there. */
export function whileShown(element: Element, everyMs: number): Observable<unknown> {
  return merge(timer(everyMs, everyMs), resized(element)).pipe(
    filter(() => element.checkVisibility()),
  )
}

/** An element that is hidden has no size. */
function resized(element: Element): Observable<void> {
  return new Observable(subscriber => {
    const observer = new ResizeObserver(() => subscriber.next())
    observer.observe(element)
    return () => observer.disconnect()
  })
}

/** Where does a person see which tab ran what, and when? */
import { fromEvent, startWith } from 'rxjs'
import { el } from './dom.ts'
import type { Screen } from './screen.ts'

/** A lane for each tab, with the runs of the account. A phone has no room for it: it is folded there, until somebody opens it. */
export function createTimeline({ account, sync, ended }: Screen): HTMLElement {
  const place = el('details', { class: 'timeline' }, el('summary', {}, 'Timeline of all tabs'))
  const wide = matchMedia('(min-width: 900px)')
  ended.add(
    fromEvent(wide, 'change')
      .pipe(startWith(null))
      .subscribe(() => {
        place.open = wide.matches
      }),
  )
  place.addEventListener('toggle', () => place.append(load()), { once: true })

  /** Its code is no part of the first load. */
  function load(): HTMLElement {
    const box = el('div')
    import('leasehold/inspector').then(
      ({ defineTimeline }) => {
        defineTimeline()
        const timeline = document.createElement('leasehold-timeline')
        timeline.setAttribute('user-id', account)
        // Syncs of some seconds: in five minutes they would be slivers.
        timeline.setAttribute('span-ms', '60000')
        box.append(Object.assign(timeline, { registry: sync.registry }))
      },
      () => box.append(el('p', { class: 'empty' }, 'The timeline could not be loaded.')),
    )
    return box
  }

  return place
}

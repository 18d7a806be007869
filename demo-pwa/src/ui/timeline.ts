/** Where does a person see which tab ran what, and when? */
import { el } from './dom.ts'
import type { Screen } from './screen.ts'

/** A lane for each tab, with the runs of the account; its code is no part of the first load. */
export function createTimeline({ account, sync }: Screen): HTMLElement {
  const place = el('div', { class: 'timeline' })
  import('leasehold/inspector').then(
    ({ defineTimeline }) => {
      defineTimeline()
      const timeline = document.createElement('leasehold-timeline')
      timeline.setAttribute('user-id', account)
      // Syncs of some seconds: in five minutes they would be slivers.
      timeline.setAttribute('span-ms', '60000')
      place.append(Object.assign(timeline, { registry: sync.registry }))
    },
    () => place.append(el('p', { class: 'empty' }, 'The timeline could not be loaded.')),
  )
  return place
}

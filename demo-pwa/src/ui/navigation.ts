/** Which parts of the screen are shown? */
import { fromEvent, merge, startWith, type Subscription } from 'rxjs'
import { el } from './dom.ts'
import { icon } from './icons.ts'

/** The parts: the first two are the work, the others are about the sync. */
export const places = ['courses', 'messages', 'activity', 'trouble', 'tour'] as const

/** One of them. */
export type Place = (typeof places)[number]

const labels: Readonly<Record<Place, string>> = {
  courses: 'Courses',
  messages: 'Messages',
  activity: 'Activity',
  trouble: 'Trouble',
  tour: 'Tour',
}

/** A phone shows one place, a desk one of the work and one about the sync, side by side. A part may belong to two. */
export function createNavigation(
  parts: Readonly<Record<Place, readonly HTMLElement[]>>,
  ended: Subscription,
): readonly HTMLElement[] {
  const wide = matchMedia('(min-width: 900px)')
  const links = new Map(
    places.map(place => [place, el('a', { href: `#${place}` }, icon(place), labels[place])]),
  )
  let work: Place = 'courses'
  let about: Place = 'activity'

  function follow(): void {
    const asked = placeOf(location.hash)
    if (isWork(asked)) work = asked
    else about = asked
    const shown: HTMLElement[] = []
    for (const [place, link] of links) {
      const isShown = wide.matches ? place === work || place === about : place === asked
      if (isShown) shown.push(...parts[place])
      if (isShown) link.setAttribute('aria-current', 'page')
      else link.removeAttribute('aria-current')
    }
    for (const part of Object.values(parts).flat()) part.hidden = !shown.includes(part)
  }

  ended.add(
    merge(fromEvent(window, 'hashchange'), fromEvent(wide, 'change'))
      .pipe(startWith(null))
      .subscribe(follow),
  )
  const linksOf = (which: boolean) =>
    places.filter(place => isWork(place) === which).map(place => links.get(place) ?? null)
  return [
    el('nav', { class: 'nav nav-work', 'aria-label': 'Work' }, ...linksOf(true)),
    el('nav', { class: 'nav nav-about', 'aria-label': 'About the sync' }, ...linksOf(false)),
  ]
}

function isWork(place: Place): boolean {
  return place === 'courses' || place === 'messages'
}

function placeOf(hash: string): Place {
  return places.find(place => hash === `#${place}`) ?? 'courses'
}

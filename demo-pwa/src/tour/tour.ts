/** What does the page have for the tour, whoever is signed in? */
import {
  distinctUntilChanged,
  filter,
  firstValueFrom,
  fromEvent,
  map,
  scan,
  shareReplay,
  startWith,
} from 'rxjs'
import type { Sync } from '../sync/registry.ts'
import { createTourProgress, type TourProgress } from './progress.ts'
import { noMemory, witness } from './witness.ts'

/** The tour of this page. */
export interface Tour extends TourProgress {
  /** How many tabs show the tour, this one included; `Infinity` where nobody can tell. */
  tabs(): Promise<number>
}

const tabLock = 'coursebook:tour-tab'

/** Watches the courses of whoever is signed in, and notes what it sees. */
export function createTour({ registry, tasks, clock }: Sync): Tour {
  const progress = createTourProgress()
  registry
    .watch(tasks.courses)
    .pipe(
      scan(
        ({ memory }, view) =>
          witness(memory, view, {
            lastWords: progress.lastWords(),
            isClockWrong: clock.offsetMs.value !== 0,
          }),
        { memory: noMemory, seen: [] } as ReturnType<typeof witness>,
      ),
    )
    .subscribe(({ seen }) => seen.forEach(step => progress.note(step)))
  // Plain http has no locks.
  const { locks } = navigator as Partial<Navigator>
  const isShown = fromEvent(window, 'hashchange').pipe(
    startWith(null),
    map(() => location.hash === '#tour'),
    distinctUntilChanged(),
    shareReplay(1),
  )
  // Held while the tour is shown, and counted. A page that held it all its life would never be cached.
  isShown.pipe(filter(Boolean)).subscribe(() => {
    const hidden = () => firstValueFrom(isShown.pipe(filter(shown => !shown)))
    void locks?.request(tabLock, { mode: 'shared' }, hidden)
  })
  return {
    ...progress,
    async tabs() {
      if (!locks) return Number.POSITIVE_INFINITY
      const { held = [] } = await locks.query()
      return held.filter(({ name }) => name === tabLock).length
    },
  }
}

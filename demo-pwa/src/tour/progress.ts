/** What was seen of the tour on this device, by whichever tab? */
import { BehaviorSubject, fromEvent, type Observable } from 'rxjs'
import type { StepId } from './steps.ts'
import type { LastWords } from './witness.ts'

/** When each step was seen, epoch ms. */
export type Seen = Readonly<Partial<Record<StepId, number>>>

/** It outlives the tab that crashes for it. */
export interface TourProgress {
  readonly seen: Observable<Seen>
  note(step: StepId): void
  /** Left by a tab that is about to crash or to stand still. */
  lastWords(): LastWords | null
  say(words: LastWords): void
  /** All steps are open again. */
  forget(): void
}

const seenName = 'coursebook:tour'
const wordsName = 'coursebook:tour-last-words'

/** Kept beside the app's other settings, and the same in every tab. */
export function createTourProgress(): TourProgress {
  const seen = new BehaviorSubject<Seen>(readSeen())
  fromEvent<StorageEvent>(window, 'storage').subscribe(({ key }) => {
    if (key === seenName || key === null) seen.next(readSeen())
  })
  return {
    seen,
    note(step) {
      // A tab that stood still may read what was stored before.
      const stored = { ...seen.value, ...readSeen() }
      if (stored[step] !== undefined) return
      const next = { ...stored, [step]: Date.now() }
      localStorage.setItem(seenName, JSON.stringify(next))
      seen.next(next)
    },
    lastWords: () => JSON.parse(localStorage.getItem(wordsName) ?? 'null') as LastWords | null,
    say: words => localStorage.setItem(wordsName, JSON.stringify(words)),
    forget() {
      localStorage.removeItem(seenName)
      localStorage.removeItem(wordsName)
      seen.next({})
    },
  }
}

/** Nobody but these functions writes it. */
function readSeen(): Seen {
  return JSON.parse(localStorage.getItem(seenName) ?? '{}') as Seen
}

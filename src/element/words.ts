/** What does the sync button say of a view, and what does a press do? */
import type { TaskView } from '../model/view.ts'
import { englishTexts } from './english.ts'
import { describeCase } from './cases.ts'
import { factsOf, originsOf } from './facts.ts'
import { mergeTexts, type SyncTextChanges } from './texts.ts'
import type { SyncWords } from './sync-words.ts'
import { createTimes } from './times.ts'

/** How words are made. */
export interface WordOptions {
  /** Epoch ms: which day is today, and what has passed. */
  readonly now: number
  /** BCP 47 tag of times and numbers. Default: the runtime's. */
  readonly locale?: string | undefined
  /** Texts instead of the English ones. */
  readonly texts?: SyncTextChanges
  /** The app can take a person to its sign-in: the button offers it. Default `false`. */
  readonly canSignIn?: boolean
}

/** The words for a view. Pure. */
export function describeSync(view: TaskView, options: WordOptions): SyncWords {
  const texts = mergeTexts(englishTexts, options.texts)
  const times = createTimes(options.locale, options.now)
  return {
    ...describeCase(view, texts, times, options),
    cancel: view.actions.includes('cancel') ? texts.cancel : null,
    facts: factsOf(view, texts, times),
    origins: originsOf(view, texts, times),
  }
}

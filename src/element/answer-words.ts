/** What is a person told whose press does not show by itself? */
import type { TriggerAnswer } from '../registry/task-registry.ts'
import { englishTexts } from './english.ts'
import { fill, mergeTexts, type SyncTextChanges } from './texts.ts'

/** One sentence about the answer to a press; empty where the view says it all. */
export function describeAnswer(
  { decision, reason, stored }: TriggerAnswer<unknown>,
  changes?: SyncTextChanges,
): string {
  const texts = mergeTexts(englishTexts, changes)
  switch (decision) {
    case 'started':
      return ''
    case 'joined':
    case 'buffered':
      return texts[decision]
    case 'deferred':
      // Beside a newer version nothing is stored, and that is no fault of the storage.
      if (reason !== 'reload-needed') return stored ? '' : texts.unstored
      break
    case 'rejected':
    case 'skipped':
  }
  return fill(texts.notStarted, { reason: reason ? texts.reasons[reason] : '' })
}

/** One sentence about a press, or a cancel, that threw. */
export function describeFailure(error: unknown, changes?: SyncTextChanges): string {
  const texts = mergeTexts(englishTexts, changes)
  // Anything may be thrown, `null` too.
  const { code } = Object(error) as { readonly code?: unknown }
  return code === 'store-unavailable' ? texts.storeUnavailable : texts.wentWrong
}

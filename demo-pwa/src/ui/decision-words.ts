/** What is a person told who pressed the button? */
import type { TriggerAnswer } from 'leasehold'
import { reasonWords } from './reason-words.ts'

/** One sentence about what became of a trigger. */
export function describeAnswer(answer: TriggerAnswer<unknown>): string {
  const { decision, reason = null, hint } = answer
  const because = hint ?? reasonWords(reason)
  switch (decision) {
    case 'started':
      return 'Started.'
    case 'joined':
      return 'Joined the run that is under way.'
    case 'buffered':
      return `Buffered: one more run follows, because ${because}.`
    case 'skipped':
      return `Skipped: ${because}.`
    case 'deferred':
      return `Deferred: ${because}.`
    case 'rejected':
      return `Rejected: ${because}`
  }
}

/** What is a person told who pressed the button? */
import { RegistryError, type TriggerAnswer } from 'leasehold'
import { errorWords } from './error-words.ts'
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

/** One sentence about why a press came to nothing. */
export function describeFailure(error: unknown): string {
  if (error instanceof RegistryError) {
    // Its message is for the app's author.
    if (error.code === 'store-unavailable')
      return 'The storage of this browser does not answer: what you pressed counts when it does.'
    if (error.code === 'invalid-argument')
      return 'This tab is signing in or out: press again in a moment.'
  }
  return errorWords(error instanceof Error ? error.message : String(error))
}

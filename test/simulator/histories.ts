/** Plays many random histories, and says what happened in them. */
import { addPlayed, type Coverage, emptyCoverage } from './coverage.ts'
import { planHistory } from './plan.ts'
import { playOrShrink } from './shrink.ts'

/** Plays the histories of so many seeds; the first that breaks a promise is shrunk and thrown. */
export async function playHistories(firstSeed: number, count: number): Promise<Coverage> {
  const coverage = emptyCoverage()
  const { stackTraceLimit } = Error
  // Traces of the errors that a history makes by the dozen would take a tenth of its time.
  Error.stackTraceLimit = 0
  try {
    for (let seed = firstSeed; seed < firstSeed + count; seed++)
      addPlayed(coverage, await playOrShrink(planHistory(seed)))
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
  return coverage
}

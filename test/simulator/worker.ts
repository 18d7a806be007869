/** Plays ranges of histories in a process of its own; `npm run simulate` starts one on each core. */
import { addPlayed, type Coverage, emptyCoverage } from './coverage.ts'
import { planHistory } from './plan.ts'
import { playOrShrink } from './shrink.ts'

/** What a process is asked for. */
export interface Range {
  readonly first: number
  readonly count: number
}

/** What it answers: the coverage of those that broke nothing, and what the others broke. */
export interface RangeResult {
  readonly coverage: Coverage
  readonly failures: readonly { readonly seed: number; readonly text: string }[]
}

/** Plays them all; one that fails is shrunk, and the next one is played. */
async function playRange({ first, count }: Range): Promise<RangeResult> {
  const coverage = emptyCoverage()
  const failures: { seed: number; text: string }[] = []
  for (let seed = first; seed < first + count; seed++) {
    try {
      addPlayed(coverage, await playOrShrink(planHistory(seed)))
    } catch (error) {
      failures.push({ seed, text: error instanceof Error ? error.message : String(error) })
    }
  }
  return { coverage, failures }
}

// As in `playHistories`: nobody reads the traces.
Error.stackTraceLimit = 0

// Whoever asked is gone.
process.on('disconnect', () => process.exit())

process.on('message', (range: Range) => {
  void playRange(range).then(result => process.send?.(result))
})

/** Plays many random histories, and says what happened in them. */
import { planHistory } from './plan.ts'
import { playOrShrink } from './shrink.ts'

/** How often each kind of thing happened. */
export type Coverage = ReadonlyMap<string, number>

/** Plays the histories of so many seeds; the first that breaks a promise is shrunk and thrown. */
export async function playHistories(firstSeed: number, count: number): Promise<Coverage> {
  const coverage = new Map<string, number>()
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const { counts, steps } = await playOrShrink(planHistory(seed))
    coverage.set('steps', (coverage.get('steps') ?? 0) + steps)
    for (const [what, times] of counts) coverage.set(what, (coverage.get(what) ?? 0) + times)
  }
  return coverage
}

/** The coverage as text, in alphabetical order. */
export function describeCoverage(coverage: Coverage): string {
  return [...coverage]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([what, times]) => `${what}: ${times}`)
    .join('\n')
}

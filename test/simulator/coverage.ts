/** What happened in many histories: how often, and in how many of them. */
import type { Played } from './play.ts'

/** Sums over histories; plain JSON, so that it travels between processes. */
export interface Coverage {
  histories: number
  steps: number
  /** How often each kind of thing happened. */
  readonly times: Record<string, number>
  /** In how many histories it happened. */
  readonly within: Record<string, number>
}

/** Of no history. */
export function emptyCoverage(): Coverage {
  return { histories: 0, steps: 0, times: {}, within: {} }
}

/** Adds one history. */
export function addPlayed(coverage: Coverage, { counts, steps }: Played): void {
  coverage.histories++
  coverage.steps += steps
  for (const [what, times] of counts) {
    add(coverage.times, what, times)
    add(coverage.within, what, 1)
  }
}

/** Adds the histories of another. */
export function addCoverage(coverage: Coverage, other: Coverage): void {
  coverage.histories += other.histories
  coverage.steps += other.steps
  for (const [what, times] of Object.entries(other.times)) add(coverage.times, what, times)
  for (const [what, times] of Object.entries(other.within)) add(coverage.within, what, times)
}

/** Kinds of things that never happened. */
export function missingFrom(coverage: Coverage, wanted: readonly string[]): readonly string[] {
  return wanted.filter(what => coverage.times[what] === undefined)
}

/** Kinds of things that happened in less than this part of the histories. */
export function tooRare(
  coverage: Coverage,
  wanted: readonly string[],
  part: number,
): readonly string[] {
  return wanted
    .filter(what => (coverage.within[what] ?? 0) < part * coverage.histories)
    .map(what => `${what}: in ${coverage.within[what] ?? 0} of ${coverage.histories}`)
}

/** As text, under headings; what no heading names comes last, in alphabetical order. */
export function describeCoverage(
  coverage: Coverage,
  headings: Readonly<Record<string, readonly string[]>>,
): string {
  const named = new Set(Object.values(headings).flat())
  const others = Object.keys(coverage.times)
    .filter(what => !named.has(what))
    .sort()
  const sections = [...Object.entries(headings), ['Besides', others] as const]
  const { histories, steps } = coverage
  return [
    `${histories} histories, ${(steps / Math.max(1, histories)).toFixed(0)} steps each`,
    ...sections.flatMap(([heading, kinds]) => [
      `\n${heading}`,
      ...kinds.map(what => {
        const part = (100 * (coverage.within[what] ?? 0)) / Math.max(1, histories)
        return `  ${what}: ${coverage.times[what] ?? 0}, in ${part.toFixed(2)} % of the histories`
      }),
    ]),
  ].join('\n')
}

function add(to: Record<string, number>, what: string, times: number): void {
  to[what] = (to[what] ?? 0) + times
}

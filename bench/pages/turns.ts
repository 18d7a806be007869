/** In which order do the columns take their turns? */

/**
 * Each round begins with the next one, and goes on in another step: A B C D, B A D C, C D A B, … Always the
 * same one would pay for what a rest has left cold, or for what the column before it still does.
 */
export function turnsOf<Name>(names: readonly Name[], round: number): readonly Name[] {
  const { length } = names
  const steps = names.map((_, i) => i + 1).filter(step => divisor(step, length) === 1)
  const step = steps[round % steps.length] ?? 1
  return names.map((name, i) => names[(round + i * step) % length] ?? name)
}

/** The greatest that both have. */
function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b)
}

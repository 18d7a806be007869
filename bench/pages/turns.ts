/** In which order do the columns take their turns? */

/**
 * Each round begins with the next one: A B C, B C A, C A B, … Always the same one would pay for what a
 * rest, or the column before it, has left cold.
 */
export function turnsOf<Name>(names: readonly Name[], round: number): readonly Name[] {
  const first = names.length === 0 ? 0 : round % names.length
  return [...names.slice(first), ...names.slice(0, first)]
}

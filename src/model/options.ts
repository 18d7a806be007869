/** Are the options of a call those that it knows, and which was meant? One check for every call. */
import type { RegistryErrorCode } from './error.ts'
import { checkKinds, type OptionKind } from './option-kinds.ts'

export { foundIn, type OptionKinds } from './option-kinds.ts'

/** `checkKinds`, which also says which name was probably meant. */
export function checkOptions(
  given: unknown,
  kinds: Readonly<Record<string, OptionKind | Readonly<Record<string, OptionKind>>>>,
  where: string,
  code: RegistryErrorCode = 'invalid-argument',
): void {
  checkKinds(given, kinds, where, code, '', advice)
}

function advice(name: string, kinds: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(kinds)
  const above = names.find(each => {
    const kind = kinds[each]
    return typeof kind === 'object' && kind !== null && Object.hasOwn(kind, name)
  })
  if (above !== undefined) return `use ${above}: { ${name} }.`
  const [near] = names
    .map(each => ({ each, steps: stepsBetween(name.toLowerCase(), each.toLowerCase()) }))
    .filter(({ steps }) => steps <= Math.max(2, name.length / 3))
    .sort((a, b) => a.steps - b.steps)
  return near ? `did you mean '${near.each}'?` : `expected one of ${names.join(', ')}.`
}

/** How many letters differ: the edit distance of Levenshtein. */
function stepsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j++) {
      const same = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1)
      next.push(Math.min(same, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

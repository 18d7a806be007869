/** Are the options of a call those that it knows, and which was meant? One check for every call. */
import type { RegistryErrorCode } from './error.ts'
import { checkKinds, type Kinds } from './option-kinds.ts'

export { foundIn, type OptionKinds } from './option-kinds.ts'

/** `checkKinds`, which also says which name was probably meant. */
export function checkOptions(
  given: unknown,
  kinds: Kinds,
  where: string,
  code: RegistryErrorCode = 'invalid-argument',
): void {
  checkKinds(given, kinds, where, code, '', advice)
}

function advice(name: string, kinds: Kinds): string {
  // The first member of an event, of React's and of any other.
  if (/_reactName|isTrusted/.test(name)) return 'an event? write () => call().'
  const names = Object.keys(kinds)
  const above = names.find(each => {
    const kind = kinds[each]
    return typeof kind === 'object' && Object.hasOwn(kind, name)
  })
  if (above !== undefined) return `use ${above}: { ${name} }.`
  const [near] = names
    .map(each => ({ each, steps: stepsBetween(name.toLowerCase(), each.toLowerCase()) }))
    .sort((a, b) => a.steps - b.steps)
  return near && near.steps <= Math.max(2, name.length / 3)
    ? `did you mean '${near.each}'?`
    : `expected one of ${names.join(', ')}.`
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

/** Which owners left by themselves, as a note for pages that were not there to hear it. */

/** Owners that a note names; older ones are left out, never those of the page that leaves now. */
export const farewellsKept = 20

/** The note with these owners, too. Owners are random: a note says nothing of users or keys. */
export function addFarewells(note: string | null, owners: readonly string[]): string {
  const others = readFarewells(note).filter(owner => !owners.includes(owner))
  return JSON.stringify([...others, ...owners].slice(-Math.max(farewellsKept, owners.length)))
}

/** The note without these owners: they are back. */
export function removeFarewells(note: string | null, owners: readonly string[]): string {
  return JSON.stringify(readFarewells(note).filter(owner => !owners.includes(owner)))
}

/** The owners that a note names: none where it is no note. Total: whatever a page may have left there. */
export function readFarewells(note: string | null): readonly string[] {
  try {
    const parsed: unknown = JSON.parse(note ?? '[]')
    return Array.isArray(parsed) ? parsed.filter(owner => typeof owner === 'string') : []
  } catch {
    return []
  }
}

/** Which triggers stand so close to each other that one tick has to do for them? */
import type { DecisionRow } from './decisions.ts'

/** Triggers that share a tick. */
export interface TickGroup {
  /** Of the first of them. */
  readonly id: string
  readonly at: number
  /** In the order of time; at least one. */
  readonly triggers: readonly DecisionRow[]
}

/** Groups triggers that are less than `nearMs` after the first of their group. */
export function groupTicks(triggers: readonly DecisionRow[], nearMs: number): readonly TickGroup[] {
  const groups: { id: string; at: number; triggers: DecisionRow[] }[] = []
  for (const note of triggers.toSorted((a, b) => a.at - b.at)) {
    const last = groups.at(-1)
    if (last && note.at - last.at < nearMs) last.triggers.push(note)
    else groups.push({ id: note.id, at: note.at, triggers: [note] })
  }
  return groups
}

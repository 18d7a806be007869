/** What a write shows of triggers that waited for further ones or for a place: how that ended. */
import type { LandedWrite } from './sim-journal.ts'

/** Everything that the write shows of the end of such a wait, in words. */
export function waitKindsOf({ by, before, after, result }: LandedWrite): readonly string[] {
  const waited = before?.deferred
  if (!waited || !after || after.deferred?.runId === waited.runId) return []
  const { reason, triggers } = waited
  if (reason !== 'debounce' && reason !== 'capacity') return []
  const told = result as { readonly did?: string; readonly decision?: string } | null
  const ends = (how: string): readonly string[] => [`${reason} ends ${how}`]
  if (after.run && told?.did === 'deferred') {
    if (reason === 'debounce')
      return ends(triggers.length > 1 ? 'at its time, after several triggers' : 'at its time')
    return ends(
      triggers.some(note => note.agent.startsWith(`${by}.`)) ? 'where it was asked' : 'elsewhere',
    )
  }
  if (after.run) return ends(told?.decision === 'started' ? 'with a start' : 'with another run')
  return ends('without a run')
}

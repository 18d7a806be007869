/** Notes for later pages of this origin, kept where they can be written in the turn in which a page ends. */
import type { Environment } from '../port/environment.ts'

/** Notes in `localStorage`; none are kept where there is none (workers, Node.js), or where it refuses. */
export function systemNotes(): Pick<Environment, 'leaveNote' | 'readNote'> {
  return {
    leaveNote(name, note) {
      try {
        localNotes()?.setItem(name, note)
      } catch {
        // Full, or forbidden: the note is only a hint.
      }
    },
    readNote(name) {
      try {
        return localNotes()?.getItem(name) ?? null
      } catch {
        return null
      }
    },
  }
}

/** Newer versions of Node.js have one, too, but warn about it or keep it in a file: a page is asked for. */
function localNotes(): Storage | null {
  return typeof document === 'undefined' ? null : window.localStorage
}

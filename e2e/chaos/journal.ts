/** Which edits were made on this device, whatever became of the tabs that made them? */
import type { WatchedEdit } from './edit-watch.ts'

/** What the device is known to have kept. */
export interface Journal {
  /** The page asked for it; a killed one may not have kept it. */
  asked(edit: WatchedEdit): void
  /** Its transaction landed, or it was read from the outbox: from here on it must not be lost. */
  made(edit: WatchedEdit): void
  /** Every edit that was made. */
  allMade(): ReadonlyMap<string, WatchedEdit>
  /** Every edit that was made, or asked for and nothing more known of it. */
  allAsked(): ReadonlyMap<string, WatchedEdit>
}

/** An empty one. */
export function createJournal(): Journal {
  const asked = new Map<string, WatchedEdit>()
  const made = new Map<string, WatchedEdit>()
  return {
    asked: edit => void asked.set(edit.id, edit),
    made(edit) {
      asked.set(edit.id, edit)
      made.set(edit.id, edit)
    },
    allMade: () => made,
    allAsked: () => asked,
  }
}

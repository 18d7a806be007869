/** What a holding gathers between two of its writes, and what the next one carries. */
import type { HoldWrite } from '../model/decide-hold.ts'
import type { Json } from '../model/json.ts'
import { addNotes } from '../model/notes.ts'
import type { Progress } from '../model/run.ts'
import type { TriggerNote } from '../model/trigger.ts'

/** What one write carries besides what it is for. */
export type Cargo = Pick<HoldWrite, 'joined' | 'joinedDropped' | 'progress' | 'result'>

/** Gathers until a write takes it along. */
export interface Gathered {
  /** A trigger joined the run without a transaction. */
  join(note: TriggerNote): void
  /** `n` is given here. */
  setProgress(progress: Omit<Progress, 'n'>): void
  setResult(value: Json): void
  /** The newest progress, written or not. */
  progress(): Progress | null
  /** Everything since the last write; it is gathered anew from here. */
  take(): Cargo
  /** The write did not land: what it carried goes with the next one. */
  giveBack(cargo: Cargo): void
}

/** Makes it, with nothing gathered; `told`: how much progress the run told of before. */
export function createGathered(told: number): Gathered {
  let joined: readonly TriggerNote[] = []
  let joinedDropped = 0
  let progress: Progress | null = null
  let unwritten: Progress | null = null
  /** The newest that the stage set, written or not. */
  let result: Json | undefined
  let isResultUnwritten = false
  let n = told

  function add(before: readonly TriggerNote[], dropped: number, notes: typeof joined): void {
    const added = addNotes(before, dropped, notes)
    joined = added.triggers
    joinedDropped = added.triggersDropped
  }

  return {
    join: note => add(joined, joinedDropped, [note]),
    setProgress(next) {
      progress = unwritten = { ...next, n: ++n }
    },
    setResult(value) {
      result = value
      isResultUnwritten = true
    },
    progress: () => progress,
    take() {
      const cargo: Cargo = {
        joined,
        joinedDropped,
        progress: unwritten,
        ...(result !== undefined && isResultUnwritten ? { result } : {}),
      }
      joined = []
      joinedDropped = 0
      unwritten = null
      isResultUnwritten = false
      return cargo
    },
    giveBack(cargo) {
      add(cargo.joined, (cargo.joinedDropped ?? 0) + joinedDropped, joined)
      // What a later write took along has landed by now, perhaps: it is not undone by what is older.
      if (cargo.progress === progress) unwritten = progress
      if (cargo.result !== undefined && cargo.result === result) isResultUnwritten = true
    },
  }
}

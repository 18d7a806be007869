/** Signals that could not be looked at yet: the key was busy, or the store failed. */
import type { Signal } from '../model/choose-due.ts'
import type { KnownKey } from './mirror.ts'

/** A signal, and when it was heard, epoch ms. */
export interface Heard {
  readonly signal: Signal
  readonly at: number
}

/** What keys have to be looked at for. */
export interface UnheardSignals {
  /** Every one of these keys has to be looked at for it. */
  hear(keys: Iterable<KnownKey>, heard: Heard): void
  /** What a look at the key now is for: the signal, or time alone. */
  of(known: KnownKey, now: number): Heard
  /** The key is looked at: nothing is left of the signal, unless it is given back. */
  take(key: string): Heard | null
  /** The store did not answer the look that it was taken for. */
  giveBack(key: string, heard: Heard | null): void
}

/** Makes it, with none heard. */
export function createUnheardSignals(): UnheardSignals {
  const unheard = new Map<string, Heard>()
  return {
    hear(keys, heard) {
      for (const { key } of keys) unheard.set(key, heard)
    },
    of({ key, record }, now) {
      const heard = unheard.get(key)
      // A wait that began after the signal hears nothing of it.
      const since = record?.run?.wait?.since ?? 0
      return heard && since <= heard.at ? heard : { signal: 'time', at: now }
    },
    take(key) {
      const heard = unheard.get(key) ?? null
      unheard.delete(key)
      return heard
    },
    giveBack(key, heard) {
      if (heard && !unheard.has(key)) unheard.set(key, heard)
    },
  }
}

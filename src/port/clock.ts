/** Time, all of it: the wall, the monotonic clock, timers. */

/** A timer that has not fired yet. */
export interface Timer {
  /** Cancels it; harmless when it has fired. */
  cancel(): void
}

/** The clock of an agent. */
export interface Clock {
  /** Wall clock, epoch ms; may jump. */
  now(): number
  /** Milliseconds from an arbitrary start; never falls; may stand still while the device sleeps. */
  monotonic(): number
  /** Calls `fire` once, `afterMs` from now or later. */
  setTimer(afterMs: number, fire: () => void): Timer
}

/** Random numbers and ids. */
export interface Random {
  /** From [0, 1). */
  number(): number
  /** A new id that nobody can guess and nobody has. */
  id(): string
}

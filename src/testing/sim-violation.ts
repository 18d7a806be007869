/** A promise that a simulated world found broken. */

/** Says which promise, in which history. */
export class SimViolation extends Error {
  override readonly name = 'SimViolation'
  /** Makes the same history again. */
  readonly seed: number
  readonly broken: readonly string[]
  /** The last steps. */
  readonly trace: string

  constructor(seed: number, broken: readonly string[], trace: string) {
    super(`seed ${seed}: ${broken.join('; ')}\nThe last steps:\n${trace}`)
    this.seed = seed
    this.broken = broken
    this.trace = trace
  }
}

/** Were the frames of a list that was scrolled to its end short enough? */
import { quantile } from './quantile.ts'

/** What a page saw while it scrolled. */
export interface Scrolled {
  /** Of each frame, ms. */
  readonly frames: readonly number[]
  /** The most rows that the document held. */
  readonly most: number
}

/** What must not be exceeded. */
export interface FrameBudget {
  readonly worstMs: number
  readonly rows: number
}

/** One line for each budget, and whether it is met. A list that was not scrolled meets none. */
export function judgeFrames(
  { frames, most }: Scrolled,
  { worstMs, rows }: FrameBudget,
): readonly { readonly text: string; readonly isMet: boolean }[] {
  const worst = quantile(frames, 1)
  return [
    { text: `no frame over ${worstMs} ms`, isMet: worst <= worstMs },
    { text: `no more than ${rows} rows in the document`, isMet: most > 0 && most <= rows },
  ]
}

/** What is a panel of the inspector? */
import type { Insight } from './insight.ts'

/** A panel in the document. */
export interface Panel {
  readonly element: HTMLElement
  update(insight: Insight, now: number): void
  /** It is shown from here on, or hidden. */
  show(isShown: boolean): void
}

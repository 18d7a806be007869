/** The axis of the timeline in the document. */
import { axisMarks } from './axis.ts'
import { h } from './dom.ts'
import { formatMark } from './format.ts'
import { partOf, placeOf, type Scale } from './timeline-scale.ts'

/** Names of instants need so much room, px. */
const nameWidth = 90

/** Makes it, with nothing on it. */
export function createAxis(): HTMLElement {
  return h('div', { class: 'axis', 'aria-hidden': 'true' })
}

/** Draws it anew. */
export function drawAxis(axis: HTMLElement, scale: Scale): void {
  const { range, widthPx } = scale
  const offsetMs = -new Date(range.toAt).getTimezoneOffset() * 60_000
  const marks = axisMarks(range, Math.max(2, widthPx / nameWidth), offsetMs)
  const stepMs = (marks[1] ?? range.toAt) - (marks[0] ?? range.fromAt)
  // A name stands before its mark: the newest one, where people look, always has room for its own.
  const isRoom = (at: number): boolean =>
    partOf(at - range.fromAt, scale) * widthPx > nameWidth - 20
  axis.replaceChildren(
    ...marks.filter(isRoom).map(at => {
      const mark = h('span', {}, formatMark(at, stepMs))
      mark.style.left = placeOf(at, scale)
      return mark
    }),
  )
}

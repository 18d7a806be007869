/** The buttons of the timeline: how much time is shown, and which. */
import { button, h, setAttribute, setText } from './dom.ts'
import { formatDuration } from './format.ts'
import { pan, spans, type TimeWindow, zoom } from './time-window.ts'

/** The buttons in the document. */
export interface TimelineTools {
  readonly element: HTMLElement
  /** `left`: how many marks are not drawn. */
  update(window: TimeWindow, left: number): void
}

/** Makes them; `go` is asked to change what is shown. */
export function createTimelineTools(
  go: (change: (window: TimeWindow, now: number) => TimeWindow) => void,
): TimelineTools {
  /** Stands for a span that no entry of the list has. */
  const other = h('option', { value: 'other', hidden: true })
  const span = h(
    'select',
    { 'aria-label': 'Time shown' },
    ...spans.map(spanMs => h('option', { value: spanMs }, formatDuration(spanMs))),
    other,
  )
  span.addEventListener('change', () => go(window => ({ ...window, spanMs: Number(span.value) })))
  const follow = button('Now', () => go(window => ({ ...window, endAt: null })), {
    'aria-pressed': 'true',
  })
  const zoomBy = (factor: number) => () => go((window, now) => zoom(window, factor, 0.5, now))
  const panBy = (part: number) => () => go((window, now) => pan(window, part, now))
  const said = h('span', { class: 'count' })
  return {
    element: h(
      'div',
      { class: 'tools' },
      span,
      button('−', zoomBy(2), { 'aria-label': 'Show more time' }),
      button('+', zoomBy(0.5), { 'aria-label': 'Show less time' }),
      button('◀', panBy(-0.5), { 'aria-label': 'Earlier' }),
      button('▶', panBy(0.5), { 'aria-label': 'Later' }),
      follow,
      said,
    ),
    update({ spanMs, endAt }, left) {
      const isListed = spans.includes(spanMs)
      setText(other, isListed ? '' : formatDuration(spanMs))
      span.value = isListed ? String(spanMs) : 'other'
      setAttribute(follow, 'aria-pressed', String(endAt === null))
      setText(said, left === 0 ? '' : `${left} older marks are not drawn: show less time`)
    },
  }
}

/** The timeline in the document: a range of time that moves and zooms, arrow keys, and what is to be said of each mark. */
import { definitions, focusedIn, h, keepChildren, setAttribute } from './dom.ts'
import type { Insight } from './insight.ts'
import { deriveTimeline, type Lane } from './lanes.ts'
import { aboutBar, aboutTick } from './mark-words.ts'
import { type Mark, nextMark, standIn } from './next-mark.ts'
import type { Panel } from './panel.ts'
import { rangeOf, type TimeWindow, zoom } from './time-window.ts'
import { createAxis, drawAxis } from './timeline-axis.ts'
import { createLane, type KeptLane, type KeptMark } from './timeline-lane.ts'
import type { Scale } from './timeline-scale.ts'
import { createTimelineTools } from './timeline-tools.ts'

/** A timeline in the document; while it is hidden it has no timer. */
export interface TimelineView extends Panel {
  /** Which keys are shown; `null`: all. */
  setShows(shows: ((key: string) => boolean) | null): void
}

/** Makes it. `nowOf`: the time, for as long as something goes on and is followed; `spanMs`: how much of it is shown at first. */
export function createTimelineView(nowOf: () => number, spanMs: number = 5 * 60_000): TimelineView {
  let insight: Insight | null = null
  let now = 0
  let window: TimeWindow = { spanMs, endAt: null }
  let shows: ((key: string) => boolean) | null = null
  let isShown = false
  let timer: ReturnType<typeof setTimeout> | null = null
  /** The mark that has, or would have, the focus. */
  let active: string | null = null
  let order: readonly (readonly Mark[])[] = []
  /** The mark that is spoken of, and what is said. */
  let told: KeptMark | null = null
  let said = ''
  const kept = new Map<string, KeptLane>()
  const tools = createTimelineTools(change => go(change(window, nowOf())))
  const lanes = h('div', {
    class: 'lanes',
    role: 'group',
    'aria-label': 'Runs and triggers of each agent',
  })
  const axis = createAxis()
  const empty = h('p', { class: 'empty' }, 'Nothing happened in this time. “−” shows more.')
  const about = h('div', { class: 'about' })
  const element = h(
    'div',
    { class: 'timeline' },
    tools.element,
    h('div', { class: 'plot' }, lanes, axis),
    empty,
    about,
  )

  function go(next: TimeWindow): void {
    window = next
    draw()
  }

  function draw(): void {
    if (!insight || !isShown) return
    now = nowOf()
    const range = rangeOf(window, now)
    const { lanes: found, left } = deriveTimeline(insight, range, now, shows ? { shows } : {})
    const scale: Scale = { range, now, widthPx: Math.max(1, axis.clientWidth) }
    tools.update(window, left)
    drawAxis(axis, scale)
    drawLanes(found, scale)
    setAttribute(empty, 'hidden', found.length > 0)
    if (told?.element.isConnected) tell(told)
    plan(found)
  }

  function drawLanes(found: readonly Lane[], scale: Scale): void {
    const hadFocus = focusedIn(lanes) !== null
    const before = order.flat().find(({ id }) => id === active)
    const ordered: (readonly Mark[])[] = []
    keepChildren(
      lanes,
      kept,
      found.map(lane => [lane.agent, lane] as const),
      () => createLane(onFocus, tell),
      (child, lane) => {
        ordered.push(child.draw(lane, scale))
      },
    )
    order = ordered
    if (!order.some(lane => lane.some(({ id }) => id === active)))
      active = standIn(order, hadFocus ? before : undefined)
    markActive()
    // The mark with the focus is gone: ticks are grouped anew, and what is too old leaves.
    if (hadFocus && focusedIn(lanes) === null) focusMark(active)
  }

  function onFocus(id: string, mark: KeptMark): void {
    active = id
    markActive()
    tell(mark)
  }

  function markActive(): void {
    for (const { marks } of kept.values()) {
      for (const [id, { element: mark }] of marks) {
        setAttribute(mark, 'tabindex', id === active ? 0 : -1)
      }
    }
  }

  function focusMark(id: string | null): void {
    if (id === null) return
    for (const { marks } of kept.values()) marks.get(id)?.element.focus()
  }

  function tell(mark: KeptMark): void {
    if (!insight) return
    told = mark
    const { thing } = mark
    const words =
      thing.kind === 'bar'
        ? aboutBar(thing.bar, insight, now)
        : aboutTick(thing.group, insight, now)
    // Whoever marks a part of it, to copy, keeps that while nothing else is to be said.
    const next = JSON.stringify(words)
    if (next === said) return
    said = next
    about.replaceChildren(definitions(words))
  }

  /** The present moves on only while somebody sees something that goes on. */
  function plan(found: readonly Lane[]): void {
    const goesOn = found.some(({ tracks }) => tracks.flat().some(bar => bar.toAt === null))
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (isShown && goesOn && window.endAt === null) {
      timer = setTimeout(draw, Math.max(1_000, window.spanMs / 300))
    }
  }

  lanes.addEventListener('keydown', event => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (!/^(?:Arrow|Home$|End$)/.test(event.key)) return
    const next = nextMark(order, active, event.key)
    if (next === null) return
    event.preventDefault()
    focusMark(next)
  })
  lanes.addEventListener(
    'wheel',
    event => {
      if (!event.ctrlKey) return
      event.preventDefault()
      const { left, width } = axis.getBoundingClientRect()
      const pivot = Math.min(1, Math.max(0, (event.clientX - left) / Math.max(1, width)))
      go(zoom(window, event.deltaY > 0 ? 1.25 : 0.8, pivot, nowOf()))
    },
    { passive: false },
  )
  const sizes = new ResizeObserver(() => draw())

  return {
    element,
    update(next, at) {
      insight = next
      now = at
      draw()
    },
    setShows(next) {
      shows = next
      draw()
    },
    show(next) {
      if (next === isShown) return
      isShown = next
      if (isShown) sizes.observe(axis)
      else sizes.disconnect()
      if (!isShown) plan([])
      draw()
    },
  }
}

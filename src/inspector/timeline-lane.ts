/** A lane of the timeline in the document: the name of an agent, its bars and its ticks. */
import { h, keepChildren, setAttribute, setText } from './dom.ts'
import type { Lane } from './lanes.ts'
import type { Mark } from './next-mark.ts'
import { groupTicks } from './tick-groups.ts'
import { drawMark, type Thing, trackHeight } from './timeline-mark.ts'
import type { Scale } from './timeline-scale.ts'

/** A bar or a tick in the document. */
export interface KeptMark {
  readonly element: HTMLButtonElement
  /** What it stands for now. */
  thing: Thing
}

/** A lane in the document. */
export interface KeptLane {
  readonly element: HTMLElement
  readonly marks: ReadonlyMap<string, KeptMark>
  /** Draws it; answers where its marks stand. */
  draw(lane: Lane, scale: Scale): readonly Mark[]
}

/** Height that ticks take, px. */
const tickHeight = 18
/** Ticks nearer than this share one, px. */
const tickWidth = 18

/** Makes it; the first callback is told of a mark that has the focus, the second of one that is pointed at. */
export function createLane(
  onFocus: (id: string, mark: KeptMark) => void,
  onPoint: (mark: KeptMark) => void,
): KeptLane {
  const name = h('div', { class: 'name' })
  const track = h('div', { class: 'track' })
  const element = h('div', { class: 'lane', role: 'group' }, name, track)
  const marks = new Map<string, KeptMark>()

  function makeMark(id: string, thing: Thing): KeptMark {
    const mark = h('button', { type: 'button', class: thing.kind, 'data-id': id })
    const kept: KeptMark = { element: mark, thing }
    mark.addEventListener('focus', () => onFocus(id, kept))
    mark.addEventListener('pointerenter', () => onPoint(kept))
    return kept
  }

  return {
    element,
    marks,
    draw(lane, scale) {
      setText(name, lane.name)
      name.title = lane.agent
      setAttribute(element, 'aria-label', lane.name)
      setAttribute(element, 'data-here', lane.isHere)
      const { fromAt, toAt } = scale.range
      const groups = groupTicks(lane.triggers, (tickWidth * (toAt - fromAt)) / scale.widthPx)
      const height = lane.tracks.length * trackHeight + (groups.length > 0 ? tickHeight : 0)
      track.style.height = `${Math.max(height, tickHeight)}px`
      const things: (readonly [string, Thing])[] = [
        ...lane.tracks.flatMap((bars, index) =>
          bars.map(bar => [bar.id, { kind: 'bar', bar, track: index }] as const),
        ),
        ...groups.map(group => [`tick ${group.id}`, { kind: 'tick', group }] as const),
      ]
      keepChildren(track, marks, things, makeMark, (kept, thing) => {
        kept.thing = thing
        drawMark(kept.element, thing, scale)
      })
      return things.map(([id, thing]) =>
        thing.kind === 'bar'
          ? { id, at: thing.bar.fromAt }
          : { id, at: thing.group.at, triggers: thing.group.triggers.map(each => each.id) },
      )
    },
  }
}

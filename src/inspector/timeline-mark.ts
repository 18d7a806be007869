/** A bar or a tick of the timeline in the document. */
import { parseKey } from '../model/key.ts'
import type { Bar } from './bars.ts'
import { h, setAttribute, setText } from './dom.ts'
import { barLabel, tickLabel } from './mark-words.ts'
import type { TickGroup } from './tick-groups.ts'
import { partOf, placeOf, type Scale } from './timeline-scale.ts'
import { sourceLetter } from './words.ts'

/** A bar or a tick in a lane. */
export type Thing =
  | { readonly kind: 'bar'; readonly bar: Bar; readonly track: number }
  | { readonly kind: 'tick'; readonly group: TickGroup }

/** Height of a track of bars, px. */
export const trackHeight = 24

/** Draws it where it stands now. */
export function drawMark(mark: HTMLElement, thing: Thing, scale: Scale): void {
  if (thing.kind === 'bar') drawBar(mark, thing, scale)
  else drawTick(mark, thing.group, scale)
}

function drawTick(mark: HTMLElement, group: TickGroup, scale: Scale): void {
  const [first] = group.triggers
  const source = first?.source ?? ''
  mark.style.left = placeOf(group.at, scale)
  setAttribute(mark, 'data-source', source)
  setAttribute(mark, 'data-decision', first?.decision ?? null)
  setAttribute(mark, 'aria-label', tickLabel(group, scale.now))
  setText(mark, group.triggers.length > 1 ? String(group.triggers.length) : sourceLetter(source))
}

function drawBar(
  mark: HTMLElement,
  { bar, track }: Extract<Thing, { readonly kind: 'bar' }>,
  scale: Scale,
): void {
  const { range, now } = scale
  const toAt = Math.min(bar.toAt ?? now, range.toAt)
  const fromAt = Math.max(bar.fromAt, range.fromAt)
  mark.style.left = placeOf(fromAt, scale)
  mark.style.width = `${Math.max(0, partOf(toAt - fromAt, scale)) * 100}%`
  mark.style.top = `${track * trackHeight}px`
  setAttribute(mark, 'data-outcome', bar.outcome)
  setAttribute(mark, 'data-began', bar.began)
  setAttribute(mark, 'aria-label', barLabel(bar, now))
  const drawn = `${bar.outcome} ${bar.began} ${bar.stages.length}`
  if (mark.dataset['drawn'] !== drawn) {
    mark.dataset['drawn'] = drawn
    mark.replaceChildren(
      ...bar.stages.map(() => h('i')),
      h('span', {}, parseKey(bar.key)?.scope ?? bar.key),
    )
  }
  const whole = Math.max(1, toAt - fromAt)
  for (const [i, element] of mark.querySelectorAll('i').entries()) {
    const stage = bar.stages[i]
    if (!stage) continue
    const begins = Math.max(stage.startedAt, fromAt)
    const ends = Math.min(stage.endedAt ?? toAt, toAt)
    element.style.left = `${((begins - fromAt) / whole) * 100}%`
    element.style.width = `${(Math.max(0, ends - begins) / whole) * 100}%`
  }
}

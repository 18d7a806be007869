/** The time that a lease has left, as a bar that shrinks by itself: the browser moves it, no timer does. */
import { h, setText } from './dom.ts'
import { formatInstant } from './format.ts'
import { type LeaseBar, leaseLeft } from './key-rows.ts'

/** Shows a lease in a cell. The bar begins anew with each renewal only; `onOver` is called when it has come to its end. */
export function fillLease(
  cell: HTMLElement,
  lease: LeaseBar | null,
  now: number,
  onOver: () => void,
): void {
  if (!lease) {
    delete cell.dataset['lease']
    cell.textContent = '–'
    return
  }
  const id = `${lease.id}.${lease.expiresAt}`
  if (cell.dataset['lease'] === id) return
  cell.dataset['lease'] = id
  const left = leaseLeft(lease, now)
  const fill = h('i')
  const until = formatInstant(lease.expiresAt, now)
  const text = h('span', { class: 'until' }, `until ${until}`)
  cell.replaceChildren(h('span', { class: 'bar', 'aria-hidden': 'true' }, fill), text)
  // One of the style sheet's would begin anew each time that the panel is shown again; this one goes on while it is hidden.
  const shrinking = fill.animate([{ transform: `scaleX(${left})` }, { transform: 'scaleX(0)' }], {
    duration: Math.max(0, lease.expiresAt - now),
    easing: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'steps(6)' : 'linear',
    fill: 'both',
  })
  if (left === 0) {
    setText(text, `over since ${until}`)
    return
  }
  shrinking.addEventListener('finish', () => {
    // The bar of a lease that is not shown any more comes to its end as well, out of the document.
    if (cell.dataset['lease'] !== id) return
    setText(text, `over since ${until}`)
    onOver()
  })
}

/** Which events of the platform stand for what an agent notices. */
import type { LifeSignal } from '../port/environment.ts'

/** One kind of event of one object. */
export interface SignalEvent {
  /** `null`, or without listeners of its own, where the platform has no such object. */
  readonly target: Partial<EventTarget> | null
  readonly type: string
  /** Which of these events count. Default: all. */
  readonly counts?: (event: Event) => boolean
}

/**
 * The events of a signal. `pageshow` means shown again: the one that ends every page load is left
 * out. A page that returns from the back-forward cache gets, in this order, `resume` (Chromium),
 * `visible`, `pageshow`, `resume`.
 *
 * None is `unload` or `beforeunload`: the first keeps pages out of the back-forward cache, the
 * second does so in Firefox.
 */
export function eventsOf(signal: LifeSignal): readonly SignalEvent[] {
  const page = typeof document === 'undefined' ? null : document
  const shownAgain: SignalEvent = { target: globalThis, type: 'pageshow', counts: isReturn }
  const turned = (state: DocumentVisibilityState): SignalEvent => ({
    target: page,
    type: 'visibilitychange',
    counts: () => page?.visibilityState === state,
  })
  const events: Record<LifeSignal, readonly SignalEvent[]> = {
    visible: [turned('visible')],
    hidden: [turned('hidden')],
    online: [{ target: globalThis, type: 'online' }],
    offline: [{ target: globalThis, type: 'offline' }],
    pageshow: [shownAgain],
    pagehide: [{ target: globalThis, type: 'pagehide' }],
    // Chromium alone says that a frozen page thaws; the others only that it is shown again.
    resume: [{ target: page, type: 'resume' }, shownAgain],
    focus: [{ target: globalThis, type: 'focus' }],
  }
  return events[signal]
}

function isReturn(event: Event): boolean {
  return (event as Partial<PageTransitionEvent>).persisted === true
}

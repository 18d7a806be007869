/** Fires when the page is there for its user: when armed while visible, and on each return. */
import type { LifeSignal } from '../port/environment.ts'
import type { TriggerSource } from '../port/trigger-source.ts'

/** What announces a return. `focus` counts only together with a page that is visible. */
const returns: readonly LifeSignal[] = ['visible', 'pageshow', 'focus', 'resume', 'online']

/** Signals within this time of the first belong to the same return, ms. */
const sameReturnMs = 500

/**
 * Fires when it is armed in a visible page, and on each return to it: the signals that a browser gives for one return (visibility, page
 * show, focus, resume, online) make one trigger, at the first of them.
 */
export function foreground(): TriggerSource {
  return {
    kind: 'signal',
    name: 'foreground',
    arm({ environment, clock, fire }) {
      let firedAt = Number.NEGATIVE_INFINITY
      let wasAway = !environment.isVisible()

      function onReturn(signal: LifeSignal): void {
        const now = clock.monotonic()
        if (!environment.isVisible() || now - firedAt < sameReturnMs) return
        // Focus moves between parts of a visible page, too: alone it is no return.
        if (signal === 'focus' && !wasAway) return
        firedAt = now
        wasAway = false
        fire({ source: 'foreground', brings: 'nothing' })
      }

      const stops = returns.map(signal => environment.listen(signal, () => onReturn(signal)))
      stops.push(
        environment.listen('hidden', () => {
          wasAway = true
        }),
      )
      onReturn('visible')
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}

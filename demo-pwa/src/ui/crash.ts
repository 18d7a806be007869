/** How does a tab die, or fall silent, without saying goodbye? */
import { el } from './dom.ts'

/**
 * Kills this tab's process as a fault of the browser would: what it is asked for needs more stack
 * than there is. A browser that limits the depth of both survives; then this returns.
 */
export function crashTab(): void {
  const depth = 50_000
  try {
    document.querySelector(`${':is('.repeat(depth)}a${')'.repeat(depth)}`)
  } catch {
    exhaustLayout()
  }
}

/** Never returns: the tab stands still and keeps its Web Lock, until somebody closes it. */
export function freezeTab(): void {
  for (;;);
}

/** For so long this tab answers nobody, and keeps its lock; then it goes on. */
export function standStill(forMs: number): void {
  const until = performance.now() + forMs
  while (performance.now() < until);
}

function exhaustLayout(): void {
  let nested = el('div')
  for (let depth = 0; depth < 10_000; depth += 1) nested = el('div', {}, nested)
  document.body.append(nested)
  nested.getBoundingClientRect()
  nested.remove()
}

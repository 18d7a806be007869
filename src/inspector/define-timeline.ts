/** The element `<leasehold-timeline>`: the inspector's timeline by itself. */
import { checkOptions } from '../model/options.ts'
import type { TaskRegistry } from '../registry/task-registry.ts'
import { createRegistryElement, defineOnce, type RegistryElement } from './element.ts'
import type { DefineOptions } from './define-inspector.ts'
import { h } from './dom.ts'
import { createLive } from './live.ts'
import { parseSpan } from './time-window.ts'
import { createTimelineView } from './timeline-view.ts'
import { whileVisible } from './while-visible.ts'

/**
 * `<leasehold-timeline>` in the document. Its attribute `user-id` limits it to the keys of one user; it may
 * change at any time. `span-ms` says how much time it shows at first; from 1000 to a year, default
 * 300 000 (5 minutes).
 */
export interface TimelineElement extends RegistryElement {}

/**
 * Defines `<leasehold-timeline>` (or `name`): a lane for each tab and worker, with its runs and triggers.
 * Set its `registry`. While nobody sees it, it listens to nothing and reads nothing. Defining it twice is
 * harmless; on a server nothing happens.
 *
 * @example
 * defineTimeline()
 * const timeline = document.createElement('leasehold-timeline')
 * document.body.append(Object.assign(timeline, { registry }))
 */
export function defineTimeline(options: DefineOptions = {}): void {
  checkOptions(options, { name: 'string' }, 'defineTimeline()')
  defineOnce(options.name ?? 'leasehold-timeline', () => createRegistryElement(showTimeline))
}

function showTimeline(root: ShadowRoot, registry: TaskRegistry, element: HTMLElement): () => void {
  const live = createLive(registry, plan)
  const view = createTimelineView(live.now, parseSpan(element.getAttribute('span-ms')) ?? undefined)
  const box = h(
    'section',
    { class: 'inspector alone', 'aria-label': 'Timeline of runs' },
    view.element,
  )
  let frame = 0
  root.append(box)
  const visible = whileVisible(box, isVisible => {
    if (isVisible) live.start()
    else live.stop()
    view.show(isVisible)
  })
  const limit = (): void => {
    const userId = element.getAttribute('user-id')
    view.setShows(
      userId === null ? null : key => live.insight().records.get(key)?.userId === userId,
    )
  }
  const attributes = new MutationObserver(limit)
  attributes.observe(element, { attributeFilter: ['user-id'] })
  limit()

  /** However much changes, it is drawn once a frame. */
  function plan(): void {
    frame ||= requestAnimationFrame(() => {
      frame = 0
      view.update(live.insight(), live.now())
    })
  }

  return () => {
    visible.stop()
    attributes.disconnect()
    live.stop()
    view.show(false)
    cancelAnimationFrame(frame)
    box.remove()
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'leasehold-timeline': TimelineElement
  }
}

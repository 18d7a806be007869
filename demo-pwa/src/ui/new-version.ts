/** How does a person hear of a newer version of the app, and get it without losing what a sync is about to write? */
import type { TaskRegistry } from 'leasehold'
import { take } from 'rxjs'
import type { AppWorker } from '../sync/worker.ts'
import { button, el, setText } from './dom.ts'

/** The runs of this tab get this long to come to their end, ms; another tab, or this one, goes on with what is left. */
const drainMs = 10_000

/** The bar that stands at the edge of the screen while there is something to say; hidden else. */
export function createNewVersionBar(worker: AppWorker, registry: TaskRegistry): HTMLElement {
  const said = el('p', { role: 'status' })
  const reload = button('Reload', () => worker.letIn(), { class: 'button button-main' })
  const bar = el(
    'aside',
    { class: 'new-version', 'aria-label': 'Version', hidden: true },
    said,
    reload,
  )

  worker.hasNewVersion.subscribe(isWaiting => {
    if (!isWaiting) return
    bar.hidden = false
    setText(said, 'A new version is ready.')
  })
  worker.replaced.pipe(take(1)).subscribe(() => {
    bar.hidden = false
    reload.hidden = true
    setText(said, 'The new version loads as soon as this tab has finished its sync.')
    void registry.drain({ timeoutMs: drainMs }).finally(() => location.reload())
  })
  return bar
}

/** Where does a person see, and decide, what happens with the sync of one collection? */
import type { TaskView } from 'leasehold'
import { combineLatest } from 'rxjs'
import { watchTask } from '../account/views.ts'
import { pendingRows } from '../data/outbox.ts'
import type { Collection } from '../data/rows.ts'
import { describeAnswer } from './decision-words.ts'
import { button, el, setText } from './dom.ts'
import type { Screen } from './screen.ts'
import { describeSync, type MainAction } from './sync-words.ts'

/** The card of a collection, kept up to date as long as the session lasts. */
export function createSyncCard(screen: Screen, collection: Collection): HTMLElement {
  const { sync, ended, account, sessions } = screen
  const task = sync.tasks[collection]
  let action: MainAction = 'none'

  const headline = el('p', { class: 'sync-headline', role: 'status' })
  const details = el('p', { class: 'sync-details', id: `sync-details-${collection}` })
  const pending = el('p', { class: 'sync-pending' })
  const answer = el('p', { class: 'sync-answer', role: 'status' })
  const bar = el('progress', { class: 'sync-progress', 'aria-label': 'Progress of the sync' })
  const main = button('Looking…', () => void press(), {
    class: 'button button-main',
    'aria-describedby': details.id,
  })
  const cancel = button('Cancel', () => void sync.registry.cancel(task), {
    class: 'button button-quiet',
  })
  const pause = button('Pause', () => void sync.registry.pause(task), {
    class: 'button button-quiet',
  })

  async function press(): Promise<void> {
    if (action === 'sign-in') return sessions.enter(account)
    if (action === 'reload') return location.reload()
    if (action === 'resume') return sync.registry.resume(task)
    setText(answer, describeAnswer(await sync.registry.trigger(task)))
  }

  const element = el(
    'section',
    { class: 'sync-card', 'aria-label': `Sync of ${collection}` },
    headline,
    main,
    bar,
    el('div', { class: 'sync-foot' }, details, cancel, pause),
    pending,
    answer,
  )

  function render(view: TaskView, edits: number): void {
    const words = describeSync(view, Date.now())
    if (view.status !== 'running' && action === 'join') setText(answer, '')
    action = words.main.action
    element.dataset['tone'] = words.tone
    // What the button says already is only spoken, not shown a second time.
    setText(headline, words.headline || words.main.label)
    headline.classList.toggle('visually-hidden', words.headline === '')
    setText(main, words.main.label)
    main.disabled = action === 'none'
    cancel.hidden = !words.canCancel
    pause.hidden = view.status !== 'idle'
    setText(details, words.details.join(' · '))
    setText(pending, edits === 0 ? '' : `${edits} ${edits === 1 ? 'edit' : 'edits'} not sent yet`)
    showProgress(view)
  }

  function showProgress({ running }: TaskView): void {
    const { done = null, total = null } = running?.progress ?? {}
    bar.hidden = running === null
    if (done !== null && total !== null && total > 0) {
      bar.max = total
      bar.value = done
    } else bar.removeAttribute('value')
  }

  const edits = pendingRows(screen.data, collection)
  ended.add(
    combineLatest([watchTask(screen, collection), edits]).subscribe(([view, rows]) =>
      render(view, rows.length),
    ),
  )
  return element
}

/** Where does a person see, and decide, what happens with the sync of one collection? */
import type { TaskView } from 'leasehold'
import { BehaviorSubject, combineLatest, startWith } from 'rxjs'
import { watchTask } from '../account/views.ts'
import { pendingRows } from '../data/outbox.ts'
import type { Collection } from '../data/rows.ts'
import { describeAnswer, describeFailure } from './decision-words.ts'
import { button, el, setText } from './dom.ts'
import { createRefused } from './refused.ts'
import type { Screen } from './screen.ts'
import { type CancelledIn, describeSync, type MainAction } from './sync-words.ts'

/** The card of a collection, kept up to date as long as the session lasts. */
export function createSyncCard(screen: Screen, collection: Collection): HTMLElement {
  const { sync, ended, account, sessions, lost, entering, again } = screen
  const task = sync.tasks[collection]
  const cancelledHere = new BehaviorSubject<string | null>(null)
  let action: MainAction = 'none'
  /** The run that this tab saw at work. */
  let seen: string | null = null

  const headline = el('p', { class: 'sync-headline', role: 'status' })
  const details = el('p', { class: 'sync-details', id: `sync-details-${collection}` })
  const pending = el('p', { class: 'sync-pending' })
  const answer = el('p', { class: 'sync-answer', role: 'status' })
  const bar = el('progress', { class: 'sync-progress', 'aria-label': 'Progress of the sync' })
  const main = button('Looking…', () => void told(press), {
    class: 'button button-main',
    'aria-describedby': details.id,
  })
  const cancel = button('Cancel', () => void told(cancelRun), {
    class: 'button button-quiet',
  })
  const pause = button('Pause', () => void told(() => sync.registry.pause(task)), {
    class: 'button button-quiet',
  })

  /** A press that comes to nothing says why. */
  async function told(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      setText(answer, describeFailure(error))
    }
  }

  async function press(): Promise<void> {
    if (entering.value instanceof Error) return again.next()
    if (action === 'sign-in') return sessions.enter(account)
    if (action === 'reload') return location.reload()
    if (action === 'resume') return sync.registry.resume(task)
    setText(answer, describeAnswer(await sync.registry.trigger(task)))
  }

  async function cancelRun(): Promise<void> {
    const answer = await sync.registry.cancel(task)
    if (answer.cancelled) cancelledHere.next(answer.runId)
  }

  const element = el(
    'section',
    { class: 'sync-card', 'aria-label': `Sync of ${collection}` },
    el('div', { class: 'sync-head' }, headline, cancel, pause),
    main,
    bar,
    el('div', { class: 'sync-notes' }, details, pending, answer),
    createRefused(screen, collection),
  )

  function cancelledIn({ last }: TaskView, here: string | null): CancelledIn {
    if (last === null || last.runId !== seen) return null
    return last.runId === here ? 'this tab' : 'another tab'
  }

  function render(view: TaskView, edits: number, here: string | null, lostFor = ''): void {
    seen = view.running?.runId ?? view.runId ?? seen
    const words = describeSync(view, Date.now(), cancelledIn(view, here))
    if (view.status !== 'running' && action === 'join') setText(answer, '')
    action = words.main.action
    element.dataset['tone'] = words.tone
    setText(headline, words.headline)
    setText(main, words.main.label)
    main.disabled = action === 'none'
    cancel.hidden = !words.canCancel
    pause.hidden = view.status !== 'idle'
    setText(details, words.details.join(' · '))
    setText(
      pending,
      [lostFor && `not stored: ${lostFor}`, unsent(edits)].filter(Boolean).join(' · '),
    )
    showProgress(view)
  }

  function showProgress({ running }: TaskView): void {
    const { done = null, total = null } = running?.progress ?? {}
    // Its place is kept: what stands below must not jump.
    bar.classList.toggle('is-away', running === null)
    bar.setAttribute('aria-hidden', String(running === null))
    if (done !== null && total !== null && total > 0) {
      bar.max = total
      bar.value = done
    } else bar.removeAttribute('value')
  }

  // A storage that does not answer has no rows to show, but a view that says so.
  const edits = pendingRows(screen.data, collection).pipe(startWith([]))
  ended.add(
    combineLatest([watchTask(screen, collection), edits, cancelledHere, lost]).subscribe(
      ([view, rows, here, { [collection]: why }]) => render(view, rows.length, here, why),
    ),
  )
  return element
}

function unsent(edits: number): string {
  return edits === 0 ? '' : `${edits} ${edits === 1 ? 'edit' : 'edits'} not sent yet`
}

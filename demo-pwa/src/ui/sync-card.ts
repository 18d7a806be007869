/** Where does a person see, and decide, what happens with the sync of one collection? */
import type { TaskView } from 'leasehold'
import { describeFailure, describeSync } from 'leasehold/element'
import { BehaviorSubject, combineLatest, startWith } from 'rxjs'
import { registryOf } from '../account/asked.ts'
import { watchTask } from '../account/views.ts'
import { pendingRows } from '../data/outbox.ts'
import type { Collection } from '../data/rows.ts'
import { button, el, setHidden, setText } from './dom.ts'
import { locale } from './format.ts'
import { ownTexts } from './own-texts.ts'
import { createRefused } from './refused.ts'
import type { Screen } from './screen.ts'

const names: Readonly<Record<Collection, string>> = { courses: 'Courses', messages: 'Messages' }

/** The card of a collection, kept up to date as long as the session lasts. */
export function createSyncCard(screen: Screen, collection: Collection): HTMLElement {
  const { sync, ended, account, sessions, lost } = screen
  const task = sync.tasks[collection]
  const cancelledHere = new BehaviorSubject<string | null>(null)
  /** The run that this tab saw at work. */
  let seen: string | null = null

  const main = el('leasehold-sync-button', { class: 'sync-button', detailed: true, locale })
  main.registry = registryOf(screen, collection)
  main.task = task
  main.signIn = () => sessions.enter(account)
  main.addEventListener('leasehold-cancel', ({ detail }) => {
    if (detail.cancelled) cancelledHere.next(detail.runId)
  })
  const pending = el('p', { class: 'sync-pending' })
  const answer = el('p', { class: 'sync-answer', role: 'status' })
  const pause = button('Pause', () => void pauseTask(), { class: 'button sync-pause' })

  async function pauseTask(): Promise<void> {
    setText(answer, '')
    try {
      await sync.registry.pause(task)
    } catch (error) {
      setText(answer, describeFailure(error))
    }
  }

  const element = el(
    'section',
    { class: 'sync-card', 'aria-label': `Sync of ${collection}` },
    el('p', { class: 'sync-name' }, names[collection]),
    main,
    pause,
    el('div', { class: 'sync-notes' }, pending, answer),
    createRefused(screen, collection, main),
  )

  /** Where the last run was cancelled; empty when this tab was not there. */
  function placeOfCancel({ last }: TaskView, here: string | null): string {
    if (last === null || last.runId !== seen) return ''
    return last.runId === here ? ' in this tab' : ' in another tab'
  }

  function render(view: TaskView, edits: number, here: string | null, lostFor = ''): void {
    seen = view.running?.runId ?? view.runId ?? seen
    const cancelled = `Cancelled${placeOfCancel(view, here)} at {time}`
    if (main.texts.cancelled !== cancelled) main.texts = { ...ownTexts, cancelled }
    element.dataset['tone'] = describeSync(view, { now: Date.now() }).tone
    setHidden(pause, view.status !== 'idle', main)
    setText(
      pending,
      [lostFor && `not stored: ${lostFor}`, unsent(edits)].filter(Boolean).join(' · '),
    )
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

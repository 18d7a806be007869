/** How does a visitor walk through the failures? */
import { RegistryError } from 'leasehold'
import { describeError, describeFailure } from 'leasehold/element'
import { combineLatest, filter, firstValueFrom } from 'rxjs'
import { createTourActs, isAtRest, type TourActs } from '../tour/acts.ts'
import { type StepId, stepIds, stepWords } from '../tour/steps.ts'
import { button, el, setText } from './dom.ts'
import { formatClock } from './format.ts'
import type { Screen } from './screen.ts'

/** Longer than this nobody wants to wait for a lease to run out, ms. */
const longestTtlMs = 10_000
const tourTtlMs = 4_000

/** The steps, each with its buttons; one that was seen to happen has its tick, in every tab. */
export function createTourPanel(screen: Screen): HTMLElement {
  return el(
    'div',
    { class: 'panel tour-panel' },
    el('h2', {}, 'Tour'),
    el(
      'p',
      { class: 'lead' },
      'Six things that go wrong in real life, tried on the sync of the courses. Each gets its tick once this browser has seen it.',
    ),
    ...(screen.sync.ttlMs > longestTtlMs ? [createStart(screen)] : createSteps(screen)),
  )
}

function createStart({ sync: { registry, tasks } }: Screen): HTMLElement {
  const said = el('p', { class: 'sync-answer', role: 'status' })
  const views = combineLatest(Object.values(tasks).map(task => registry.watch(task)))

  /** A sync that the reload cut short would be taken over: that is to be seen in the steps, not before. */
  async function load(): Promise<void> {
    const end = firstValueFrom(views.pipe(filter(all => all.every(isAtRest))))
    setText(said, 'It starts as soon as nothing syncs.')
    await end
    location.assign(`/?ttl=${tourTtlMs}#tour`)
  }

  const start = createAct(said, 'Start the tour', load, 'button-main')
  return el(
    'section',
    {},
    el(
      'p',
      { class: 'faint' },
      'It loads this page with leases of four seconds in place of a minute, so that nobody has to wait for one.',
    ),
    el('div', { class: 'button-row' }, start),
    said,
  )
}

function createSteps(screen: Screen): readonly HTMLElement[] {
  const acts = createTourActs(screen)
  const steps = stepIds.map(id => createStep(screen, acts, id))
  const said = el('p', { class: 'sync-pending', role: 'status' })
  const again = createAct(said, 'Begin again', acts.beginAgain, '')
  return [el('ol', { class: 'steps' }, ...steps), again, said]
}

function createStep({ tour, sync, ended }: Screen, acts: TourActs, id: StepId): HTMLElement {
  const { title, todo, lookFor, honest } = stepWords[id]
  const said = el('p', { class: 'sync-pending', role: 'status' })
  const tick = el('p', { class: 'tick', role: 'status' })
  const act = (label: string, work: () => Promise<void>, kind = '') =>
    createAct(said, label, work, kind)

  function buttons(): readonly HTMLElement[] {
    switch (id) {
      case 'two-tabs':
        return [act('Open a second tab', acts.openTab), act('Start a slow sync', acts.slowSync)]
      case 'crash':
        return [act('Sync, and crash', acts.crash, 'button-danger')]
      case 'freeze':
        return [act('Sync, and freeze', acts.freeze, 'button-danger')]
      case 'offline':
        return [createNetworkButton(), act('Make an edit', acts.edit)]
      case 'clock':
        return [createClockButton(), act('Start a slow sync here', acts.slowSync)]
      case 'accounts':
        return [
          act('Start a slow sync', acts.slowSync),
          act('Change the account', acts.switchAccount),
        ]
    }
  }

  function createNetworkButton(): HTMLElement {
    const toggle = act('', acts.toggleNetwork)
    ended.add(
      sync.network.isOffline.subscribe(offline =>
        setText(toggle, offline ? 'Bring the network back' : 'Take the network away'),
      ),
    )
    return toggle
  }

  function createClockButton(): HTMLElement {
    const toggle = act('', acts.toggleClock)
    ended.add(
      sync.clock.offsetMs.subscribe(offsetMs =>
        setText(toggle, offsetMs === 0 ? 'Set the clock ahead' : 'Set the clock right'),
      ),
    )
    return toggle
  }

  const step = el(
    'li',
    { class: 'step' },
    el('h3', {}, title),
    el('p', {}, todo),
    el('div', { class: 'button-row' }, ...buttons()),
    said,
    el('p', {}, el('strong', {}, 'Look for: '), lookFor),
    honest === undefined ? null : el('p', { class: 'faint' }, honest),
    tick,
  )
  ended.add(
    tour.seen.subscribe(({ [id]: at }) => {
      step.classList.toggle('is-seen', at !== undefined)
      setText(tick, at === undefined ? 'Not seen yet' : `Seen at ${formatClock(at, Date.now())}`)
    }),
  )
  return step
}

/** A button that says why its work came to nothing; pressed again meanwhile it does nothing. */
function createAct(
  said: HTMLElement,
  label: string,
  work: () => Promise<void>,
  kind: string,
): HTMLButtonElement {
  let isBusy = false

  async function press(): Promise<void> {
    if (isBusy) return
    isBusy = true
    setText(said, '')
    await work().catch((error: unknown) => setText(said, wordsOf(error)))
    isBusy = false
  }

  return button(label, () => void press(), { class: `button ${kind}` })
}

/** Those of the registry are for the app's author; those of the tour, and of the server, for people. */
function wordsOf(error: unknown): string {
  return error instanceof Error && !(error instanceof RegistryError)
    ? describeError(error)
    : describeFailure(error)
}

/** What does a press on the button, or on the one beside it, do? */
import type { TaskView } from '../model/view.ts'
import type { CancelResult } from '../model/cancel-result.ts'
import type { AnyTask } from '../run/task.ts'
import type { Address } from '../registry/resolve.ts'
import type { TriggerAnswer } from '../registry/task-registry.ts'
import { describeAnswer, describeFailure } from './answer-words.ts'
import type { Target } from './target.ts'
import type { SyncTexts } from './texts.ts'
import type { ButtonAction } from './sync-words.ts'

/** The events of the element, by name, with their `detail`. All bubble, out of shadow trees too. */
export interface SyncButtonEvents {
  /** The button was pressed, and the registry answered. */
  readonly 'leasehold-trigger': TriggerAnswer<unknown>
  /** The button beside it was pressed, and the registry answered. */
  readonly 'leasehold-cancel': CancelResult
  /** A press came to an error: what was thrown. */
  readonly 'leasehold-error': unknown
  /** The page is about to be reloaded, since a person asked for it; `preventDefault()` leaves that to the app. */
  readonly 'leasehold-reload': null
}

/** What presses need to know and to tell. */
export interface PressDeps {
  target(): Target | null
  view(): TaskView
  action(): ButtonAction
  texts(): SyncTexts
  /** Resolves to what is to be told: nothing. */
  signIn(): Promise<''>
  /** Dispatches an event; whether the default is to follow. */
  emit<Name extends keyof SyncButtonEvents>(name: Name, detail: SyncButtonEvents[Name]): boolean
  /** A press begins; what comes of it is told. */
  onPress(): void
  /** One sentence about what became of it, where it does not show. */
  onAnswer(text: string): void
}

/** Makes the listeners of both buttons. */
export function createPresses(deps: PressDeps): {
  readonly press: (event: MouseEvent) => void
  readonly cancel: (event: MouseEvent) => void
} {
  function listener(work: (target: Target) => Promise<string>): (event: MouseEvent) => void {
    let busy: Target | null = null
    return event => {
      const target = deps.target()
      // The second click of a double click would press what the button has become meanwhile.
      if (target === null || target === busy || event.detail > 1) return
      busy = target
      void tell(target, work(target)).then(() => {
        if (busy === target) busy = null
      })
    }
  }

  async function tell(target: Target, work: Promise<string>): Promise<void> {
    const text = await work.catch((error: unknown) => {
      deps.emit('leasehold-error', error)
      return describeFailure(error, deps.texts())
    })
    // Meanwhile the element may be about another key.
    if (text !== '' && deps.target() === target) deps.onAnswer(text)
  }

  async function press(target: Target): Promise<string> {
    const { registry, task, options } = target
    switch (deps.action()) {
      case 'none':
        break
      case 'reload':
        if (deps.emit('leasehold-reload', null)) location.reload()
        break
      case 'sign-in':
        // Not awaited: the app may never settle it, as when a person closes its window, and this has to be pressed again.
        void tell(target, deps.signIn())
        break
      case 'resume':
        deps.onPress()
        await registry.resume(task, options)
        break
      case 'start':
      case 'retry-now':
      case 'join': {
        deps.onPress()
        // Any address does; only the types of payload and result hang on which.
        const answer = await registry.trigger(task as Exclude<Address, AnyTask>, options)
        deps.emit('leasehold-trigger', answer)
        return describeAnswer(answer, deps.texts())
      }
    }
    return ''
  }

  async function cancel({ registry, task, options }: Target): Promise<string> {
    const { runId } = deps.view()
    deps.onPress()
    // Only the run that the person saw: another one may have begun. Where none was seen, what waits.
    const result = await registry.cancel(task, { ...options, ...(runId === null ? {} : { runId }) })
    deps.emit('leasehold-cancel', result)
    return ''
  }

  return { press: listener(press), cancel: listener(cancel) }
}

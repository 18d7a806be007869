/** Asks before something is done to a key: a dialog inside the page. */
import { button, h } from './dom.ts'

/** What is asked. */
export interface Question {
  readonly title: string
  /** What happens then. */
  readonly text: string
  /** The words on the button that does it. */
  readonly yes: string
}

/** The dialog of an inspector. */
export interface Confirm {
  readonly element: HTMLElement
  /** Resolves to `false` also when the dialog is left by Escape, or by `close`. */
  ask(question: Question): Promise<boolean>
  close(): void
}

/** Makes it; nothing is asked yet. The focus begins on the harmless answer and returns to where it was. */
export function createConfirm(): Confirm {
  const title = h('h3', { id: 'confirm-title' })
  const text = h('p', { id: 'confirm-text' })
  const no = button('Leave it', () => element.close(), { autofocus: true })
  const yes = button('', () => element.close('yes'), { class: 'danger' })
  const element = h(
    'dialog',
    { 'aria-labelledby': 'confirm-title', 'aria-describedby': 'confirm-text' },
    title,
    text,
    h('div', { class: 'answers' }, no, yes),
  )
  return {
    element,
    ask(question) {
      title.textContent = question.title
      text.textContent = question.text
      yes.textContent = question.yes
      element.returnValue = ''
      element.showModal()
      return new Promise(resolve => {
        element.addEventListener('close', () => resolve(element.returnValue === 'yes'), {
          once: true,
        })
      })
    },
    close: () => element.close(),
  }
}

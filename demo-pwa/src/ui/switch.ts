/** How is something switched on and off? */
import { el, setText } from './dom.ts'

/** A switch on screen. */
export interface Switch {
  readonly element: HTMLElement
  /** Shows a state that came from elsewhere; until the first one nobody can switch. */
  set(on: boolean): void
}

/** Makes a switch with its explanation; `onChange` hears of what a person does. */
export function createSwitch(
  label: string,
  explanation: string,
  onChange: (on: boolean) => void,
): Switch {
  const input = el('input', {
    type: 'checkbox',
    role: 'switch',
    disabled: true,
    onchange: () => onChange(input.checked),
  })
  const said = el('small', {}, 'Asking the server…')
  const element = el('label', { class: 'switch' }, input, el('span', {}, label, said))
  return {
    element,
    set(on) {
      input.checked = on
      input.disabled = false
      setText(said, explanation)
    },
  }
}

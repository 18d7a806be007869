/** How is something switched on and off? */
import { el } from './dom.ts'

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
  const element = el(
    'label',
    { class: 'switch' },
    input,
    el('span', {}, label, el('small', {}, explanation)),
  )
  return {
    element,
    set(on) {
      input.checked = on
      input.disabled = false
    },
  }
}

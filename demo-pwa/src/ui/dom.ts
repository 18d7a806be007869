/** How is an element made in one line? */

/** Attributes; `true` sets an empty one, `false` and `null` leave it out, `onX` listens to `x`. */
export type Props = Readonly<
  Record<string, string | number | boolean | null | ((event: Event) => void)>
>

/** A child; `null` is left out. */
export type Child = Node | string | null

/** Makes an element with attributes and children. */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  props: Props = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value)
    else if (value === true) element.setAttribute(name, '')
    else if (value !== false && value !== null) element.setAttribute(name, String(value))
  }
  element.append(...children.filter(child => child !== null))
  return element
}

/** A button that submits nothing. */
export function button(label: string, onClick: () => void, props: Props = {}): HTMLButtonElement {
  return el('button', { type: 'button', onclick: onClick, ...props }, label)
}

/** Hides an element, or shows it; the focus goes to `heir` where it would be lost. */
export function setHidden(element: HTMLElement, isHidden: boolean, heir: HTMLElement): void {
  const hadFocus = element.contains(document.activeElement)
  element.hidden = isHidden
  if (isHidden && hadFocus) heir.focus()
}

/** Changes a text only where it differs, so that live regions speak once. */
export function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text
}

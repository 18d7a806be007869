/** How are elements made and kept? */

type Attributes = Readonly<Record<string, string | number | boolean | null>>

/** Makes an element; `false` and `null` leave an attribute out, `true` leaves it empty. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly (Node | string | null)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) setAttribute(element, name, value)
  element.append(...children.filter(child => child !== null))
  return element
}

/** Sets or removes an attribute; touches nothing when it is so already. */
export function setAttribute(
  element: Element,
  name: string,
  value: string | number | boolean | null,
): void {
  if (value === false || value === null) return element.removeAttribute(name)
  const text = value === true ? '' : String(value)
  if (element.getAttribute(name) !== text) element.setAttribute(name, text)
}

/** Sets the text; touches nothing when it is so already. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text
}

/** A button; what it does is added by `onclick`. */
export function button(
  label: string,
  onClick: () => void,
  attributes: Attributes = {},
): HTMLButtonElement {
  const element = h('button', { type: 'button', ...attributes }, label)
  element.addEventListener('click', onClick)
  return element
}

/** Terms and what is to be said of them; those without are left out. */
export function definitions(
  entries: readonly (readonly [string, string | Node | null])[],
): HTMLDListElement {
  const list = h('dl')
  for (const [term, value] of entries) {
    if (value !== null && value !== '')
      list.append(h('div', {}, h('dt', {}, term), h('dd', {}, value)))
  }
  return list
}

/**
 * Makes the children of `parent` those that are named, each kept for as long as its id is there, so that
 * the focus stays where it is.
 */
export function keepChildren<Item, Kept extends { readonly element: HTMLElement }>(
  parent: HTMLElement,
  kept: Map<string, Kept>,
  items: readonly (readonly [string, Item])[],
  make: (id: string, item: Item) => Kept,
  update: (child: Kept, item: Item) => void,
): void {
  const ids = new Set(items.map(([id]) => id))
  for (const [id, child] of kept) {
    if (ids.has(id)) continue
    child.element.remove()
    kept.delete(id)
  }
  const children: HTMLElement[] = []
  for (const [id, item] of items) {
    let child = kept.get(id)
    if (!child) {
      child = make(id, item)
      kept.set(id, child)
    }
    update(child, item)
    children.push(child.element)
  }
  putInOrder(parent, children)
}

/** Makes `children` follow each other in `parent`. Moving an element takes the focus from it: that one stays. */
export function putInOrder(parent: HTMLElement, children: readonly HTMLElement[]): void {
  const focused = focusedIn(parent)
  const fixed = focused === null ? -1 : children.findIndex(child => child.contains(focused))
  for (let i = fixed - 1; i >= 0; i -= 1) {
    const [child, next] = [children[i], children[i + 1]]
    if (child && next && child.nextSibling !== next) parent.insertBefore(child, next)
  }
  for (let i = fixed + 1; i < children.length; i += 1) {
    const [child, before] = [children[i], children[i - 1]]
    const place: ChildNode | null = before ? before.nextSibling : parent.firstChild
    if (child && child !== place) parent.insertBefore(child, place)
  }
}

/** The element inside of `parent` that has the focus, also in a shadow tree. */
export function focusedIn(parent: HTMLElement): Element | null {
  const root = parent.getRootNode()
  const focused = root instanceof Document || root instanceof ShadowRoot ? root.activeElement : null
  return focused && parent.contains(focused) ? focused : null
}

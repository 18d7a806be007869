/** How does a list follow its data without rebuilding what did not change? */

/** One item on screen. */
export interface ListItem<T> {
  readonly element: HTMLElement
  update(value: T): void
}

/** Shows values in their order; an item stays the same element as long as its id is there. */
export function createKeyedList<T>(
  parent: HTMLElement,
  idOf: (value: T) => string,
  make: (value: T) => ListItem<T>,
): (values: readonly T[]) => void {
  const items = new Map<string, ListItem<T>>()
  return values => {
    const wanted = new Set(values.map(idOf))
    for (const [id, item] of items) {
      if (wanted.has(id)) continue
      item.element.remove()
      items.delete(id)
    }
    values.forEach((value, index) => {
      const id = idOf(value)
      const item = items.get(id) ?? make(value)
      items.set(id, item)
      item.update(value)
      // Moved only when it must: a moved element loses its focus.
      const there = parent.children[index] ?? null
      if (there !== item.element) parent.insertBefore(item.element, there)
    })
  }
}

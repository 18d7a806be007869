/** In which locale does an element write? */

/** The `lang` of the nearest element that has one, through the roots of shadow trees too; else the browser's. */
export function localeOf(element: Element): string | undefined {
  let at: Element | null = element
  while (at) {
    const near: HTMLElement | null = at.closest<HTMLElement>('[lang]')
    if (near) return near.lang
    const root: Node = at.getRootNode()
    at = root instanceof ShadowRoot ? root.host : null
  }
  return undefined
}

/** How does a shadow tree get its style, in whichever document it is? */

/** Sets the style. A sheet, unlike a `style` element, passes a strict content security policy. */
export function adoptStyle(root: ShadowRoot, style: string): void {
  const { defaultView } = root.ownerDocument
  // A document without a window shows nothing.
  if (!defaultView) return
  // Of that window: a tree that is adopted by another document loses the sheets of the one before.
  const sheet = new defaultView.CSSStyleSheet()
  sheet.replaceSync(style)
  root.adoptedStyleSheets = [sheet]
}

/** How is the inspector opened beside the app, and closed again? */
import { button, el } from './dom.ts'
import type { Screen } from './screen.ts'

/** The button that opens it; its code is loaded with the first press. */
export function createInspectorButton({ sync, ended }: Screen): HTMLElement {
  const holder = el('div', { class: 'drawer-body' })
  const drawer = el(
    'dialog',
    {
      class: 'drawer',
      'aria-labelledby': 'inspector-title',
      onkeydown: leave,
      onclose: () => open.focus(),
    },
    el(
      'div',
      { class: 'drawer-head' },
      el('h2', { id: 'inspector-title' }, 'Inspector'),
      button('Close', () => drawer.close(), { class: 'button' }),
    ),
    holder,
  )
  const open = button('Inspector', () => void show(), {
    class: 'button',
    'aria-haspopup': 'dialog',
  })

  async function show(): Promise<void> {
    document.body.append(drawer)
    // Not modal: one wants to press buttons of the app, and to watch.
    if (!drawer.open) drawer.show()
    if (holder.childElementCount > 0) return
    try {
      const { defineInspector } = await import('leasehold/inspector')
      defineInspector()
      const inspector = document.createElement('leasehold-inspector')
      holder.replaceChildren(Object.assign(inspector, { registry: sync.registry }))
    } catch {
      holder.replaceChildren('The inspector could not be loaded. ')
    }
  }

  /** The browser itself closes only what is modal: a question of the inspector, which this Escape is for then. */
  function leave(event: Event): void {
    if ((event as KeyboardEvent).key !== 'Escape' || event.defaultPrevented) return
    const [inner] = event.composedPath().filter(each => each instanceof HTMLDialogElement)
    if (inner === drawer) drawer.close()
  }

  ended.add(() => drawer.remove())
  return open
}

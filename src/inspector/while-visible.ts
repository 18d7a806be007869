/** Does anybody see an element? Not while its page is hidden, and not while it is not displayed or out of sight. */

/** Watches it. */
export interface Visibility {
  isVisible(): boolean
  stop(): void
}

/** Tells each change; first when it is seen for the first time. */
export function whileVisible(
  element: HTMLElement,
  onChange: (isVisible: boolean) => void,
): Visibility {
  let isInSight = false
  let wasVisible = false
  const isVisible = (): boolean => isInSight && document.visibilityState === 'visible'

  function check(): void {
    if (isVisible() === wasVisible) return
    wasVisible = !wasVisible
    onChange(wasVisible)
  }

  const observer = new IntersectionObserver(entries => {
    isInSight = entries.at(-1)?.isIntersecting ?? false
    check()
  })
  observer.observe(element)
  document.addEventListener('visibilitychange', check)
  // An open channel keeps the page out of the back-forward cache.
  const leave = (): void => {
    if (!wasVisible) return
    wasVisible = false
    onChange(false)
  }
  window.addEventListener('pagehide', leave)
  window.addEventListener('pageshow', check)
  return {
    isVisible,
    stop() {
      observer.disconnect()
      document.removeEventListener('visibilitychange', check)
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('pageshow', check)
    },
  }
}

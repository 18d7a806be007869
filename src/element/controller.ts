/** What does one element show, and when does it watch? */
import { loadingView, type TaskView } from '../model/view.ts'
import { chooseAnnouncement, nothingTold } from './announcement.ts'
import { localeOf } from './locale.ts'
import { createParts } from './parts.ts'
import { createPresses, type SyncButtonEvents } from './presses.ts'
import { isSameTarget, type Target } from './target.ts'
import type { SyncTexts } from './texts.ts'
import { nextMidnight } from './times.ts'
import type { SyncWords } from './sync-words.ts'
import { describeSync } from './words.ts'

/** What the element is told by its properties. */
export interface ControllerDeps {
  readonly host: HTMLElement
  target(): Target | null
  texts(): SyncTexts
  locale(): string | null
  isDetailed(): boolean
  signIn(): (() => unknown) | null
}

/** Keeps one element up to date. */
export interface Controller {
  /** It is in a document, or what it is about has changed. */
  start(): void
  /** It is in no document: nothing listens and no timer runs any more. */
  stop(): void
  focus(options?: FocusOptions): void
}

const beforeAnyView = loadingView('', '', null, { state: 'ok' })

/** Makes it. */
export function createController(deps: ControllerDeps): Controller {
  const { host } = deps
  const parts = createParts(host.attachShadow({ mode: 'open' }))
  let target: Target | null = null
  let view = beforeAnyView
  let words: SyncWords
  let told = nothingTold
  let stopWatching: (() => void) | null = null
  /** The views of a key end with the sign-out of its user. */
  let hasEnded = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function emit<Name extends keyof SyncButtonEvents>(
    name: Name,
    detail: SyncButtonEvents[Name],
  ): boolean {
    const isCancelable = name === 'leasehold-reload'
    return host.dispatchEvent(
      new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: isCancelable }),
    )
  }

  function say(text: string): void {
    parts.answer(text)
    parts.tell(text)
  }

  function watch(): void {
    stopWatching?.()
    stopWatching = null
    hasEnded = false
    if (target === null) return
    const subscription = target.registry.watch(target.task, target.options).subscribe({
      next: show,
      error: reportError,
      complete() {
        hasEnded = true
      },
    })
    stopWatching = () => subscription.unsubscribe()
  }

  function show(next: TaskView): void {
    // What was answered to a press is old once something else is the case.
    if (next.status !== view.status || next.runId !== view.runId) parts.answer('')
    view = next
    render()
    const choice = chooseAnnouncement(told, view, words)
    told = choice.told
    if (choice.text) parts.tell(choice.text.join(deps.texts().separator))
  }

  function render(): void {
    const now = Date.now()
    const texts = deps.texts()
    const locale = deps.locale() ?? localeOf(host)
    words = describeSync(view, { now, locale, texts, canSignIn: deps.signIn() !== null })
    parts.show(words, {
      progress: view.running?.progress ?? null,
      progressLabel: texts.progressLabel,
      separator: texts.separator,
      isDetailed: deps.isDetailed(),
    })
    clearTimeout(timer)
    if (!host.isConnected) return
    const { nextAttemptAt } = view
    const isNext = nextAttemptAt !== null && nextAttemptAt > now
    timer = setTimeout(render, Math.min(nextMidnight(now), isNext ? nextAttemptAt : Infinity) - now)
  }

  function onVisible(): void {
    if (document.hidden) return
    if (hasEnded) watch()
    render()
  }

  const presses = createPresses({
    target: () => target,
    view: () => view,
    action: () => words.button.action,
    texts: deps.texts,
    async signIn() {
      parts.answer('')
      await deps.signIn()?.()
      // The way to a sign-in may have led the element out of the document.
      if (hasEnded && host.isConnected) watch()
      return ''
    },
    emit,
    onPress() {
      told = { ...told, follows: true }
      parts.answer('')
    },
    onAnswer: say,
  })
  parts.button.addEventListener('click', presses.press)
  parts.cancel.addEventListener('click', presses.cancel)

  return {
    start() {
      const next = deps.target()
      const isSame = isSameTarget(next, target)
      if (!isSame) {
        target = next
        view = beforeAnyView
        told = nothingTold
        parts.answer('')
      }
      render()
      if (!isSame || stopWatching === null || hasEnded) watch()
      document.addEventListener('visibilitychange', onVisible)
    },
    stop() {
      stopWatching?.()
      stopWatching = null
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisible)
    },
    focus: options => parts.button.focus(options),
  }
}

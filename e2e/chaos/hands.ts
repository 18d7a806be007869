/** What does a person do on the demo's screen? Each of these runs in the page, and says what came of it. */
import type { Page } from '@playwright/test'

/** One thing that hands can do. */
export type Gesture =
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'tick' | 'delete'; readonly nth: number }
  | { readonly kind: 'rename'; readonly nth: number; readonly text: string }
  | { readonly kind: 'add'; readonly text: string }
  | { readonly kind: 'main' | 'cancel' | 'pause'; readonly collection: 'courses' | 'messages' }
  | { readonly kind: 'enter'; readonly account: string }
  | { readonly kind: 'leave' }

/** Does it; answers what was pressed, or why there was nothing to press. */
export function gesture(page: Page, wanted: Gesture): Promise<string> {
  return page.evaluate(perform, wanted)
}

function perform(wanted: Gesture): string {
  const buttons = [...document.querySelectorAll('button')]
  const named = (name: string): HTMLButtonElement | undefined =>
    buttons.find(each => (each.getAttribute('aria-label') ?? each.textContent) === name)
  const press = (button: HTMLButtonElement | null | undefined): string => {
    if (!button || button.hidden || button.disabled || button.ariaDisabled === 'true')
      return 'nothing to press'
    const label = button.textContent || button.getAttribute('aria-label') || 'a button'
    button.click()
    return label
  }
  const nthRow = (nth: number): Element | null => {
    const rows = document.querySelectorAll('ul[aria-label="Courses"] > li')
    return rows[nth % Math.max(1, rows.length)] ?? null
  }
  const fillForm = (title: string): string => {
    const form = document.querySelector<HTMLFormElement>('dialog[open] form')
    const field = form?.querySelector<HTMLInputElement>('[name=title]')
    if (!form || !field) return 'no form'
    field.value = title
    form.requestSubmit()
    return title
  }
  // Nothing else can be done on the first screen.
  if (wanted.kind !== 'enter' && named('Sign in as ada')) return press(named('Sign in as ada'))
  switch (wanted.kind) {
    case 'message': {
      const field = document.querySelector<HTMLInputElement>('input[aria-label="Message"]')
      if (!field?.form) return 'nowhere to write'
      field.value = wanted.text
      field.form.requestSubmit()
      return wanted.text
    }
    case 'tick': {
      const box = nthRow(wanted.nth)?.querySelector('input')
      box?.click()
      return box?.getAttribute('aria-label') ?? 'no row'
    }
    case 'rename':
    case 'delete': {
      const opened = press(nthRow(wanted.nth)?.querySelector<HTMLButtonElement>('.row-open'))
      if (wanted.kind === 'rename') return `${opened} → ${fillForm(wanted.text)}`
      const remove = document.querySelector<HTMLButtonElement>('dialog[open] .button-danger')
      return `${opened}: ${press(remove)}`
    }
    case 'add':
      return `${press(named('Add course'))}: ${fillForm(wanted.text)}`
    case 'main':
    case 'cancel':
    case 'pause': {
      const card = document.querySelector(`section[aria-label="Sync of ${wanted.collection}"]`)
      const inCard = [...(card?.querySelectorAll('button') ?? [])]
      const sync = card?.querySelector('leasehold-sync-button')?.shadowRoot
      return press(
        wanted.kind === 'pause'
          ? inCard.find(each => each.textContent === 'Pause')
          : sync?.querySelector<HTMLButtonElement>(wanted.kind === 'main' ? '.button' : '.cancel'),
      )
    }
    case 'enter':
      return press(named(`Switch to ${wanted.account}`) ?? named(`Sign in as ${wanted.account}`))
    case 'leave':
      return press(named('Sign out'))
    default:
      return 'unknown'
  }
}

/** What a tab says of the sync of the signed-in account, without what differs from tab to tab. */
export interface Seen {
  readonly account: string | null
  readonly online: boolean
  /** It runs something now. */
  readonly owns: boolean
  /** Per collection: the button, the headline, the facts, the origins, the edits that wait. */
  readonly cards: Readonly<Record<string, string>>
  /** Per collection: how each run ended, and how long its stages took. */
  readonly runs: Readonly<Record<string, string>>
}

/** Reads the screen. */
export function lookAt(page: Page): Promise<Seen> {
  return page.evaluate(() => {
    const current = document.querySelector('[aria-pressed="true"]')?.textContent ?? null
    const cards: Record<string, string> = {}
    const runs: Record<string, string> = {}
    let owns = false
    const textOf = (within: ParentNode | null | undefined, selector: string): string =>
      within?.querySelector(selector)?.textContent ?? ''
    for (const collection of ['courses', 'messages']) {
      const card = document.querySelector(`section[aria-label="Sync of ${collection}"]`)
      const sync = card?.querySelector('leasehold-sync-button')?.shadowRoot
      const parts = ['.button', '.headline', '.facts', '.origins']
      const words = [...parts.map(part => textOf(sync, part)), textOf(card, '.sync-pending')]
      const said = words.filter(Boolean)
      owns ||= said.some(text => text.includes('Syncing in this tab'))
      cards[collection] = said.join(' | ').replaceAll(/ in (?:this|another) tab/g, '')
      const items = document.querySelectorAll(`ol[aria-label="Runs of ${collection}"] > li`)
      runs[collection] = [...items]
        .map(item =>
          ['.run-head', '.faint', '.run-error'].map(part => textOf(item, part)).join(' '),
        )
        .join('\n')
    }
    return { account: current, online: navigator.onLine, owns, cards, runs }
  })
}

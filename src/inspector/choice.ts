/** A list to choose one of, or all. */
import { h } from './dom.ts'

/** The list in the document. */
export interface Choice {
  readonly element: HTMLSelectElement
  /** What there is to choose from, as values and names. What is chosen stays for as long as it is offered. */
  offer(entries: readonly (readonly [string, string])[]): void
  /** Empty: all. */
  value(): string
}

/** Makes it; its first entry, `all`, admits all. */
export function createChoice(label: string, all: string): Choice {
  const element = h('select', { 'aria-label': label })
  let offered = ''
  function offer(entries: readonly (readonly [string, string])[]): void {
    const next = JSON.stringify(entries)
    if (next === offered) return
    offered = next
    const { value } = element
    element.replaceChildren(
      h('option', { value: '' }, all),
      ...entries.map(([each, name]) => h('option', { value: each }, name)),
    )
    element.value = entries.some(([each]) => each === value) ? value : ''
  }
  offer([])
  return { element, offer, value: () => element.value }
}

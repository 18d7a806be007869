/** How does a key stand in a table? Its scope first: most keys of a page are those of one user. */
import { parseKey } from '../model/key.ts'
import { h } from './dom.ts'

/** Shows it. */
export function fillKey(cell: HTMLElement, key: string): void {
  const { scope, userId } = parseKey(key) ?? { scope: key, userId: '' }
  cell.title = key
  cell.replaceChildren(h('b', {}, scope), ` ${userId}`)
}

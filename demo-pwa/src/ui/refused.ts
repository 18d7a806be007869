/** What becomes of edits that the server refused for good? */
import { describeFailure } from 'leasehold/element'
import { discardRefused, refusedEdits } from '../data/outbox.ts'
import type { Collection } from '../data/rows.ts'
import { button, el, setHidden, setText } from './dom.ts'
import type { Screen } from './screen.ts'

/** Names them and offers to give them up; hidden while there are none, when `heir` gets the focus. */
export function createRefused(
  screen: Screen,
  collection: Collection,
  heir: HTMLElement,
): HTMLElement {
  const { data, ended, sync } = screen
  const task = sync.tasks[collection]
  const words = el('p', { class: 'sync-pending', role: 'status' })
  const give = button('Discard', () => void discard(), { class: 'button button-quiet' })
  const element = el('div', { class: 'sync-foot', hidden: true }, words, give)

  /** Their rows are what the server has again: all of it is pulled anew. */
  async function discard(): Promise<void> {
    try {
      await discardRefused(data, collection)
      await sync.registry.reset(task)
      await sync.registry.trigger(task)
    } catch (error) {
      setText(words, describeFailure(error))
    }
  }

  ended.add(
    refusedEdits(data, collection).subscribe(edits => {
      const [first] = edits
      setHidden(element, first === undefined, heir)
      const count = edits.length === 1 ? '1 edit was' : `${edits.length} edits were`
      setText(words, first ? `${count} refused for good: ${first.refused ?? ''}` : '')
    }),
  )
  return element
}

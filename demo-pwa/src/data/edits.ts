/** How is an edit made: the row and its place in the outbox, together or not at all? */
import type { AccountData, Owned } from './database.ts'
import type { Change, Collection, Course, Message, Row } from './rows.ts'

/** What a person can do to the data of one account; each answers whether it could be stored. */
export interface Edits {
  putCourse(
    course: Pick<Course, 'title' | 'body' | 'done'> & { readonly id?: string },
  ): Promise<boolean>
  deleteCourse(id: string): Promise<boolean>
  putMessage(text: string): Promise<boolean>
}

/** Makes the edits of an account; `onMade` hears of each one that was stored, `onLost` of each that was not. */
export function createEdits(
  { account, database }: AccountData,
  onMade: (collection: Collection) => void,
  onLost: (collection: Collection, error: unknown) => void,
): Edits {
  async function store(collection: Collection, change: Change): Promise<void> {
    const rows = database.table<Owned<Row>, [string, string]>(collection)
    await database.transaction('rw', rows, database.outbox, async () => {
      if (change.kind === 'put') await rows.put({ ...change.entity, account })
      else await rows.delete([account, change.entityId])
      await database.outbox.add({
        id: crypto.randomUUID(),
        account,
        collection,
        entityId: change.kind === 'put' ? change.entity.id : change.entityId,
        madeAt: Date.now(),
        change,
      })
    })
  }

  async function make(collection: Collection, change: Change): Promise<boolean> {
    try {
      await store(collection, change)
    } catch (error) {
      onLost(collection, error)
      return false
    }
    onMade(collection)
    return true
  }

  return {
    putCourse({ id = crypto.randomUUID(), title, body, done }) {
      const entity: Course = { id, title, body, done, updatedAt: Date.now() }
      return make('courses', { kind: 'put', entity })
    },
    deleteCourse: entityId => make('courses', { kind: 'delete', entityId }),
    putMessage(text) {
      const id = crypto.randomUUID()
      const entity: Message = { id, text, createdAt: Date.now(), from: account }
      return make('messages', { kind: 'put', entity })
    },
  }
}

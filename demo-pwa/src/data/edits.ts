/** How is an edit made: the row and its place in the outbox, together or not at all? */
import type { AccountData, Owned } from './database.ts'
import type { Change, Collection, Course, Message, Row } from './rows.ts'

/** What a person can do to the data of one account. */
export interface Edits {
  putCourse(
    course: Pick<Course, 'title' | 'body' | 'done'> & { readonly id?: string },
  ): Promise<void>
  deleteCourse(id: string): Promise<void>
  putMessage(text: string): Promise<void>
}

/** Makes the edits of an account; `onMade` is called after each one is stored. */
export function createEdits(
  { account, database }: AccountData,
  onMade: (collection: Collection) => void,
): Edits {
  async function make(collection: Collection, change: Change): Promise<void> {
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
    onMade(collection)
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

/** Which collections can be synced, and what is a row of each? */
import { checkFields, type Fields, flag, instant, rowId, text } from './fields.ts'
import { describe, isProblem, type Problem, problem } from './reply.ts'

/** `courses` is what `course_sync` syncs, `messages` what `message_sync` does. */
export type Collection = 'courses' | 'messages'

/** A course as it travels. */
export type Course = {
  readonly id: string
  readonly title: string
  readonly body: string
  readonly done: boolean
  readonly updatedAt: number
}

/** A message as it travels. */
export type Message = {
  readonly id: string
  readonly text: string
  readonly createdAt: number
  readonly from: string
}

/** A row of any collection. */
export type Entity = Course | Message

const fieldsOf: Readonly<Record<Collection, Fields>> = {
  courses: { id: rowId, title: text(200), body: text(20_000), done: flag, updatedAt: instant },
  messages: { id: rowId, text: text(20_000), createdAt: instant, from: text(200) },
}

/** The collection named in a path; 404 for any other name. */
export function parseCollection(name: string): Collection | Problem {
  if (name === 'courses' || name === 'messages') return name
  return problem(
    404,
    'unknown-collection',
    `expected the collection "courses" or "messages", found ${describe(name)}`,
  )
}

/** A row of `collection`; 400 for a missing, unknown or mistyped field. */
export function parseEntity(collection: Collection, value: unknown): Entity | Problem {
  const checked = checkFields(value, fieldsOf[collection], 'entity')
  // The fields were checked one by one; only the compiler does not know it.
  return isProblem(checked) ? checked : (checked as unknown as Entity)
}

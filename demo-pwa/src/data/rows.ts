/** What does the app keep: its rows, and the edits that are not on the server yet? */

/** What a task syncs, in the server's words. */
export type Collection = 'courses' | 'messages'

/** One entry of the course list. */
export interface Course {
  readonly id: string
  readonly title: string
  readonly body: string
  readonly done: boolean
  readonly updatedAt: number
}

/** One message of the board. */
export interface Message {
  readonly id: string
  readonly text: string
  readonly createdAt: number
  readonly from: string
}

/** A row of any collection. */
export type Row = Course | Message

/** What one edit does. */
export type Change =
  | { readonly kind: 'put'; readonly entity: Row }
  | { readonly kind: 'delete'; readonly entityId: string }

/** One edit in the outbox. */
export interface Edit {
  /** The order in which edits were made; given by the database. */
  readonly seq?: number
  /** Made together with the edit, and never changed: the server applies it once. */
  readonly id: string
  readonly collection: Collection
  readonly entityId: string
  readonly madeAt: number
  readonly change: Change
  /** Why the server will never take it. */
  readonly refused?: string
}

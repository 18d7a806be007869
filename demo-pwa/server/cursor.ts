/** What does a pull cursor say, and when is it malformed? */
import type { Collection } from './collections.ts'
import { malformed } from './fields.ts'
import { describe, type Problem } from './reply.ts'

/** How far a pull got. To clients it is an opaque text. */
export interface Cursor {
  readonly collection: Collection
  /** Which filling of the database the sequence belongs to. */
  readonly dataset: string
  /** The last change that was sent. */
  readonly seq: number
}

/** The text form, such as `courses.3f2a91c4.37`. */
export function formatCursor({ collection, dataset, seq }: Cursor): string {
  return `${collection}.${dataset}.${seq}`
}

/** Reads a cursor that this server made for `collection`; 400 for any other text. */
export function parseCursor(collection: Collection, value: string): Cursor | Problem {
  const match = /^(courses|messages)\.([\da-f]{8})\.(0|[1-9]\d{0,14})$/.exec(value)
  const [, name, dataset, seq] = match ?? []
  if (name !== collection || dataset === undefined)
    return malformed(
      `cursor must be left out or be a \`next\` of an earlier page of ${collection}, found ${describe(value)}`,
    )
  return { collection, dataset, seq: Number(seq) }
}

/** Reads a page size of 1 to 100; `fallback` when it is left out, 400 for anything else. */
export function parseLimit(value: string | undefined, fallback: number): number | Problem {
  if (value === undefined) return fallback
  const limit = /^\d{1,3}$/.test(value) ? Number(value) : 0
  return limit >= 1 && limit <= 100
    ? limit
    : malformed(
        `limit must be left out or be a whole number from 1 to 100, found ${describe(value)}`,
      )
}

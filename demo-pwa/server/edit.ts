/** What is a single edit, and when is it malformed? */
import { createHash } from 'node:crypto'
import { type Collection, type Entity, parseEntity } from './collections.ts'
import { checkFields, type Field, instant, malformed, oneOf, rowId, uuid } from './fields.ts'
import { isProblem, type Problem } from './reply.ts'

/** One change of one row, made once under one UUID. */
export interface Edit {
  /** Lower case. */
  readonly id: string
  readonly collection: Collection
  readonly entityId: string
  /** `null` deletes the row. */
  readonly entity: Entity | null
  readonly madeAt: number
}

const anything: Field = { expected: 'an object', accepts: value => value !== undefined }
const put = { id: uuid, kind: oneOf('put', 'delete'), entity: anything, madeAt: instant }
const remove = { id: uuid, kind: oneOf('put', 'delete'), entityId: rowId, madeAt: instant }

/** Reads `{ id, kind: 'put', entity, madeAt }` or `{ id, kind: 'delete', entityId, madeAt }`. */
export function parseEdit(collection: Collection, body: string): Edit | Problem {
  const value = parseJson(body)
  if (isProblem(value)) return value
  const deletes = isObject(value) && value['kind'] === 'delete'
  const fields = checkFields(value, deletes ? remove : put, 'edit')
  if (isProblem(fields)) return fields
  const entity = deletes ? null : parseEntity(collection, fields['entity'])
  if (isProblem(entity)) return entity
  return {
    id: String(fields['id']).toLowerCase(),
    collection,
    entityId: entity?.id ?? String(fields['entityId']),
    entity,
    madeAt: Number(fields['madeAt']),
  }
}

/** The JSON value of a body; 400 when it is none. */
export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body) as unknown
  } catch {
    return malformed(`the body must be JSON, found ${body === '' ? 'nothing' : 'something else'}`)
  }
}

/** The id that a body claims, for the log, whether or not the rest of it can be read. */
export function peekEditId(body: string): string | null {
  const value = parseJson(body)
  const id = isObject(value) ? value['id'] : null
  return uuid.accepts(id) ? String(id).toLowerCase() : null
}

/** Equal for edits that say the same, however their JSON was laid out. */
export function fingerprint(edit: Edit): string {
  const { id, collection, entityId, entity, madeAt } = edit
  const canonical = JSON.stringify([id, collection, entityId, entity, madeAt])
  return createHash('sha256').update(canonical).digest('hex')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !isProblem(value)
}

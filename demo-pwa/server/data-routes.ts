/** How do the sync requests, pull and push, reach what they ask for? */
import { Hono } from 'hono'
import { readBody } from './body.ts'
import { pullChanges } from './changes.ts'
import { parseCollection } from './collections.ts'
import { parseCursor, parseLimit } from './cursor.ts'
import { answerDataRequest, type DataRequestParts, type Prepare } from './data-request.ts'
import type { Database } from './database.ts'
import { parseEdit, peekEditId } from './edit.ts'
import { applyEdit } from './edits.ts'
import { isProblem, respond } from './reply.ts'
import { parseStamp } from './stamp.ts'

/** What the data routes need. */
export interface DataParts extends DataRequestParts {
  readonly db: Database
  /** Rows in a page when the client does not say. */
  readonly pageSize: number
}

/** `GET /:collection/changes` and `POST /:collection/edits`. */
export function createDataRoutes(parts: DataParts): Hono {
  const routes = new Hono()
  routes.get('/:collection/changes', async c => {
    const prepare = preparePull(parts, c.req.param('collection'), c.req.query())
    return respond(await answerDataRequest(parts, c.req.raw, prepare))
  })
  routes.post('/:collection/edits', async c => {
    const prepare = preparePush(parts, c.req.param('collection'), c.req.raw)
    return respond(await answerDataRequest(parts, c.req.raw, prepare))
  })
  return routes
}

function preparePull(
  { db, pageSize }: DataParts,
  name: string,
  query: Readonly<Record<string, string>>,
): Prepare {
  return async () => {
    const collection = parseCollection(name)
    if (isProblem(collection)) return collection
    const limit = parseLimit(query['limit'], pageSize)
    if (isProblem(limit)) return limit
    const text = query['cursor']
    const cursor = text === undefined ? null : parseCursor(collection, text)
    if (isProblem(cursor)) return cursor
    return account => pullChanges(db, account, collection, cursor, limit)
  }
}

function preparePush({ db }: DataParts, name: string, request: Request): Prepare {
  return async note => {
    const body = await readBody(request)
    if (isProblem(body)) return body
    note({ editId: peekEditId(body) })
    const collection = parseCollection(name)
    if (isProblem(collection)) return collection
    const stamp = parseStamp(request.headers)
    if (isProblem(stamp)) return stamp
    const edit = parseEdit(collection, body)
    if (isProblem(edit)) return edit
    return account => applyEdit(db, account, edit, stamp)
  }
}

/** What can tests, and the demo's own page, see of the server and do to it? */
import { Hono } from 'hono'
import { ACCOUNTS, isAccount } from './accounts.ts'
import { readBody } from './body.ts'
import type { Database } from './database.ts'
import { parseJson } from './edit.ts'
import { checkFields, malformed, oneOf } from './fields.ts'
import { restoreSeed } from './fill.ts'
import { describe, isProblem, problem, type Reply, respond } from './reply.ts'
import type { RequestLog } from './request-log.ts'
import { readState } from './state.ts'
import type { Trouble } from './trouble.ts'
import { parseTroubleChange } from './trouble-input.ts'

/** What the desk routes need. */
export interface DeskParts {
  readonly db: Database
  readonly log: RequestLog
  readonly trouble: Trouble
}

/** `session`, `log`, `state`, `trouble` and `reset`: not logged, never in trouble. */
export function createDeskRoutes({ db, log, trouble }: DeskParts): Hono {
  const routes = new Hono()
  routes.post('/session', async c => respond(await signIn(trouble, c.req.raw)))
  routes.get('/log', c => respond(readLog(log, c.req.query('after') ?? '0')))
  routes.delete('/log', async () => {
    await log.clear()
    return respond(readLog(log, '0'))
  })
  routes.get('/state', async () =>
    respond({ status: 200, body: { accounts: await readState(db) } }),
  )
  routes.get('/trouble', () => respond(viewTrouble(trouble)))
  routes.put('/trouble', async c => respond(await changeTrouble(trouble, c.req.raw)))
  routes.post('/reset', async c => {
    if (c.req.query('keep') !== 'trouble') trouble.clear()
    await restoreSeed(db)
    await log.clear()
    return respond({ status: 200, body: { reset: true } })
  })
  return routes
}

async function signIn(trouble: Trouble, request: Request): Promise<Reply> {
  const body = await readBody(request)
  if (isProblem(body)) return body
  const fields = checkFields(parseJson(body), { account: oneOf(...ACCOUNTS) }, 'session')
  if (isProblem(fields)) return fields
  const { account } = fields
  if (!isAccount(account)) return problem(401, 'unauthorized', 'this account does not exist')
  trouble.renewSession(account)
  return { status: 200, body: { account, token: account } }
}

function readLog(log: RequestLog, after: string): Reply {
  if (!/^\d{1,15}$/.test(after))
    return malformed(`after must be left out or be a whole number, found ${describe(after)}`)
  return { status: 200, body: { rows: log.after(Number(after)), last: log.last() } }
}

async function changeTrouble(trouble: Trouble, request: Request): Promise<Reply> {
  const body = await readBody(request)
  if (isProblem(body)) return body
  const change = parseTroubleChange(parseJson(body))
  if (isProblem(change)) return change
  trouble.change(change)
  return viewTrouble(trouble)
}

function viewTrouble(trouble: Trouble): Reply {
  return { status: 200, body: { accounts: trouble.view() } }
}

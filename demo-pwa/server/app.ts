/** Which path is answered by whom? */
import { Hono } from 'hono'
import { createDataRoutes, type DataParts } from './data-routes.ts'
import { createDeskRoutes } from './desk-routes.ts'
import { problem, respond } from './reply.ts'
import { answerStatic } from './static-files.ts'

/** What the whole app needs. */
export interface AppParts extends DataParts {
  /** The folder of the built client; without it only the API is served. */
  readonly staticDir?: string | undefined
}

/** The app, free of ports and processes. */
export function createApp(parts: AppParts): Hono {
  const app = new Hono()
  app.route('/api', createDeskRoutes(parts))
  app.route('/api', createDataRoutes(parts))
  app.all('/api/*', c => notFound(c.req.raw))
  const { staticDir } = parts
  if (staticDir !== undefined) app.get('*', c => answerStatic(staticDir, c.req.raw))
  app.notFound(c => notFound(c.req.raw))
  app.onError(error => {
    parts.onError(error)
    return respond(problem(500, 'internal', 'the server failed'))
  })
  return app
}

function notFound(request: Request): Response {
  const found = `${request.method} ${new URL(request.url).pathname.slice(0, 200)}`
  return respond(
    problem(404, 'not-found', `expected a request of demo-pwa/server/README.md, found ${found}`),
  )
}

/** Which file of the built client answers a path, and how long may it be cached? */
import { readFile, realpath, stat } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { getMimeType } from 'hono/utils/mime'
import { problem, respond } from './reply.ts'

/** Answers GET and HEAD requests from `root`; paths without an extension get `index.html`. */
export async function answerStatic(root: string, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  const wanted = extname(pathname) === '' ? '/index.html' : pathname
  const path = await findFile(root, wanted)
  if (path === null)
    return respond(
      problem(404, 'not-found', `expected a file of the client, found no ${wanted.slice(0, 200)}`),
    )
  const { size, mtimeMs } = await stat(path)
  const headers = {
    'Content-Type': getMimeType(path) ?? 'application/octet-stream',
    'Cache-Control': cacheControl(wanted),
    ETag: `W/"${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"`,
    'X-Content-Type-Options': 'nosniff',
  }
  if (request.headers.get('If-None-Match') === headers.ETag)
    return new Response(null, { status: 304, headers })
  return new Response(new Uint8Array(await readFile(path)), { headers })
}

/** The file's real path, or `null`: not there, not a file, or outside of `root`. */
async function findFile(root: string, pathname: string): Promise<string | null> {
  try {
    const base = await realpath(root)
    // Resolved first, compared then: neither `..`, encoded or not, nor a link leads out.
    const path = await realpath(join(base, decodeURIComponent(pathname)))
    return path.startsWith(base + sep) && (await stat(path)).isFile() ? path : null
  } catch {
    return null
  }
}

/** The builder puts a hash in the names under `/assets/`; everything else keeps its name. */
function cacheControl(pathname: string): string {
  return pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
}

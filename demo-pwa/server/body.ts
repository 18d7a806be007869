/** How is the body of a request read without reading too much of it? */
import { malformed } from './fields.ts'
import type { Problem } from './reply.ts'

/** The largest body that is read, in bytes. */
const MAX_BODY_BYTES = 64 * 1024

/** The body as text; 400 when it is larger than 64 KiB, not UTF-8, or ends before its time. */
export async function readBody(request: Request): Promise<string | Problem> {
  const announced = Number(request.headers.get('Content-Length') ?? 0)
  if (announced > MAX_BODY_BYTES) return tooLarge(`${announced} bytes`)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const stream: ReadableStream<Uint8Array> | null = request.body
  const reader = stream?.getReader()
  let text = ''
  let size = 0
  try {
    for (;;) {
      const chunk = await reader?.read()
      if (chunk === undefined || chunk.done) return text + decoder.decode()
      size += chunk.value.byteLength
      if (size > MAX_BODY_BYTES) return tooLarge('more')
      text += decoder.decode(chunk.value, { stream: true })
    }
  } catch {
    return malformed('the body must be complete and UTF-8, found one that is not')
  } finally {
    // What is left of a refused body is of no interest to anybody.
    await reader?.cancel().catch(() => {})
  }
}

function tooLarge(found: string): Problem {
  return malformed(`the body must have at most ${MAX_BODY_BYTES} bytes, found ${found}`)
}

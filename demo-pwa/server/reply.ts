/** What does a handler answer, and how does it become a response? */

/** An answer before it is put on the wire. */
export interface Reply {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
  /** This request changed rows. */
  readonly applied?: boolean
  /** This is the first answer again. */
  readonly replay?: boolean
}

// A symbol, because a JSON body could carry any field that a text names.
const refused: unique symbol = Symbol('refused')

/** An answer that says why the request was refused: `{ error, message }`. */
export interface Problem extends Reply {
  readonly [refused]: true
}

/** A refusal; `error` is for programs, `message` says what was expected and what was found. */
export function problem(
  status: number,
  error: string,
  message: string,
  details: Readonly<Record<string, unknown>> = {},
): Problem {
  return { [refused]: true, status, body: { error, message, ...details } }
}

/** Whether a parsed value is a refusal instead. */
export function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && refused in value
}

/** What was found, short enough for a message. */
export function describe(value: unknown): string {
  if (value === undefined || value === null) return 'nothing'
  if (typeof value === 'object') return Array.isArray(value) ? 'an array' : 'an object'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'string') return typeof value
  return JSON.stringify(value.length <= 60 ? value : `${value.slice(0, 57)}...`)
}

/** Puts an answer on the wire, never to be cached. */
export function respond(reply: Reply): Response {
  return new Response(JSON.stringify(reply.body), {
    status: reply.status,
    headers: {
      'Content-Type': 'application/json; charset=UTF-8',
      'Cache-Control': 'no-store',
      ...reply.headers,
    },
  })
}

/** What does a refused request mean for the run? */
import { TaskFailure } from 'leasehold'

/** The failure that an answer stands for; `null` when it is none. */
export async function failureOf(response: Response): Promise<Error | null> {
  if (response.ok) return null
  const message = `the server answered ${response.status}: ${await explain(response)}`
  switch (response.status) {
    case 401:
      return new TaskFailure('auth', message)
    case 412:
      return new TaskFailure('fence-rejected', message)
    case 400:
    case 404:
    case 422:
      return new TaskFailure('fatal', message)
    case 429:
    case 503:
      return rateLimited(response, message)
    default:
      return new Error(message)
  }
}

function rateLimited(response: Response, message: string): TaskFailure {
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN)
  return Number.isFinite(seconds)
    ? new TaskFailure('rate-limited', message, { retryAfterMs: seconds * 1000 })
    : new TaskFailure('rate-limited', message)
}

async function explain(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null)
  const said = body !== null && typeof body === 'object' && 'message' in body ? body.message : null
  return typeof said === 'string' ? said : 'no reason given'
}

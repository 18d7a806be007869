/** What happens to every data request, whatever it asks for? */
import type { Account } from './accounts.ts'
import type { Clock } from './clock.ts'
import { describeRequest, type LogEntry } from './log-entry.ts'
import { isProblem, type Problem, problem, type Reply } from './reply.ts'
import type { RequestLog } from './request-log.ts'
import { readAccount } from './session.ts'
import type { Trouble } from './trouble.ts'

/** What the life of a data request needs. */
export interface DataRequestParts {
  readonly log: RequestLog
  readonly trouble: Trouble
  readonly clock: Clock
  /** Aborts when the server closes. */
  readonly closing: AbortSignal
  readonly onError: (error: unknown) => void
}

/** Adds to what the log knows about this request. */
export type Note = (change: Partial<LogEntry>) => void

/** Reads and checks the input; nothing is changed before the answer is called. */
export type Prepare = (note: Note) => Promise<((account: Account) => Promise<Reply>) | Problem>

/** Logs, signs in, makes trouble, works, makes more trouble: in this order. */
export async function answerDataRequest(
  parts: DataRequestParts,
  request: Request,
  prepare: Prepare,
): Promise<Reply> {
  const { log, trouble } = parts
  const note = log.open(describeRequest(request))
  const account = readAccount(request.headers, one => trouble.isExpired(one))
  if (isProblem(account)) {
    note({ status: account.status })
    return account
  }
  note({ account })
  const reply = await work(parts, account, note, prepare)
  note({ applied: reply.applied === true, replay: reply.replay === true })
  const answer = await holdBack(parts, account, request, reply)
  if (!request.signal.aborted) note({ status: answer.status })
  return answer
}

async function work(
  { trouble, onError }: DataRequestParts,
  account: Account,
  note: Note,
  prepare: Prepare,
): Promise<Reply> {
  try {
    const prepared = await prepare(note)
    const failure = trouble.takeFailure(account)
    if (failure !== null) return failure
    return isProblem(prepared) ? prepared : await prepared(account)
  } catch (error) {
    onError(error)
    return problem(500, 'internal', 'the server failed; whether the edit was applied is unknown')
  }
}

/** Keeps a finished answer from the client for as long as the switches say. */
async function holdBack(
  { trouble, clock, closing }: DataRequestParts,
  account: Account,
  request: Request,
  reply: Reply,
): Promise<Reply> {
  const delayMs = trouble.delayMs(account)
  // Only what changed rows is held: after a client was killed, its successor gets the replay.
  const holds = reply.applied === true && trouble.view()[account].holdAfterApply
  if (!holds && delayMs === 0) return reply
  const enough = AbortSignal.any([request.signal, closing])
  if (holds) await trouble.whenNotHeld(account, enough)
  if (delayMs > 0 && !enough.aborted) await clock.wait(delayMs, enough)
  return closing.aborted
    ? problem(503, 'closing', 'the server closes; send the request again')
    : reply
}

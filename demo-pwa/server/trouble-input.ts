/** What may be asked of the trouble switches? */
import { ACCOUNTS, type Account } from './accounts.ts'
import { checkFields, type Field, flag, integer, oneOf, optional } from './fields.ts'
import { isProblem, type Problem } from './reply.ts'

/** Which answer the next requests get instead of their own. */
export interface Failure {
  readonly status: number
  /** How many requests get it. */
  readonly count: number
  /** Sent as `Retry-After`. */
  readonly retryAfterS?: number | null
}

/** A change of the switches; what is left out stays. */
export interface TroubleChange {
  /** Whose requests; everybody's when left out. */
  readonly account?: Account | null
  /** How long data requests wait for their answer, after the work was done. */
  readonly delayMs?: number | null
  readonly failNext?: Failure | null
  /** The status that every data request gets; `null` ends it. */
  readonly failAll?: number | null
  /** Edits are applied and never answered; `false` answers those that were held. */
  readonly holdAfterApply?: boolean | null
  /** Whose session is expired; `null` makes all valid again. */
  readonly expireSession?: Account | null
}

const status = integer(400, 599)
const object: Field = { expected: '{ status, count, retryAfterS? }', accepts: isObject }
const account = oneOf(...ACCOUNTS)
const change = {
  account: optional(account),
  delayMs: optional(integer(0, 60_000)),
  failNext: optional(object),
  failAll: optional(status),
  holdAfterApply: optional(flag),
  expireSession: optional(account),
}
const failure = {
  status,
  count: integer(1, 1_000_000),
  retryAfterS: optional(integer(0, 86_400)),
}

/** Reads the body of `PUT /api/trouble`; 400 for an unknown field or a value out of range. */
export function parseTroubleChange(value: unknown): TroubleChange | Problem {
  const checked = checkFields(value, change, 'trouble')
  if (isProblem(checked)) return checked
  const failNext = checked['failNext']
  const checkedFailure = isObject(failNext) && checkFields(failNext, failure, 'failNext')
  return isProblem(checkedFailure) ? checkedFailure : checked
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

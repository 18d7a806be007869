/** Which account does a request belong to? */
import { ACCOUNTS, type Account, isAccount } from './accounts.ts'
import { describe, type Problem, problem } from './reply.ts'

/** The account of `Authorization: Bearer <account>`; 401 without one, or when it has expired. */
export function readAccount(
  headers: Headers,
  isExpired: (account: Account) => boolean,
): Account | Problem {
  const token = /^Bearer +(\S+)$/i.exec(headers.get('Authorization') ?? '')?.[1]
  const names = ACCOUNTS.map(account => `"Bearer ${account}"`).join(' or ')
  if (!isAccount(token))
    return unauthorized(`expected the header Authorization: ${names}, found ${describe(token)}`)
  if (isExpired(token)) return unauthorized(`the session of ${token} has expired: sign in again`)
  return token
}

function unauthorized(message: string): Problem {
  const refusal = problem(401, 'unauthorized', message)
  return { ...refusal, headers: { 'WWW-Authenticate': 'Bearer' } }
}

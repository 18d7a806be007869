/** Which trouble does the server make on purpose? */
import { ACCOUNTS, type Account } from './accounts.ts'
import { type Problem, problem } from './reply.ts'
import type { Failure, TroubleChange } from './trouble-input.ts'

/** The switches of one account, as `GET /api/trouble` shows them. */
export interface TroubleView {
  readonly delayMs: number
  readonly failNext: Failure | null
  readonly failAll: number | null
  readonly holdAfterApply: boolean
  readonly expired: boolean
  /** How many applied edits wait for their answer now. */
  readonly held: number
}

/** The switches of one server. */
export interface Trouble {
  view(): Readonly<Record<Account, TroubleView>>
  change(change: TroubleChange): void
  /** Back to no trouble; what is held is answered. */
  clear(): void
  /** Makes an expired session valid, as a new sign-in does. */
  renewSession(account: Account): void
  isExpired(account: Account): boolean
  delayMs(account: Account): number
  /** The failure that this data request gets, if any; counts it. */
  takeFailure(account: Account): Problem | null
  /** Resolves when nothing holds the account's edits any more, or when `signal` aborts. */
  whenNotHeld(account: Account, signal: AbortSignal): Promise<void>
}

interface Switches {
  delayMs: number
  /** Shared by the accounts for which it was set together, so that they count together. */
  failNext: { failure: Failure; left: number } | null
  failAll: number | null
  holdAfterApply: boolean
  expired: boolean
  readonly held: Set<() => void>
}

/** All switches off. */
export function createTrouble(): Trouble {
  const all: Record<Account, Switches> = { ada: createSwitches(), grace: createSwitches() }

  function change(change: TroubleChange): void {
    const { delayMs, failNext, failAll, holdAfterApply, expireSession } = change
    const shared = failNext ? { failure: failNext, left: failNext.count } : null
    for (const switches of change.account ? [all[change.account]] : Object.values(all)) {
      if (delayMs !== undefined) switches.delayMs = delayMs ?? 0
      if (failNext !== undefined) switches.failNext = shared
      if (failAll !== undefined) switches.failAll = failAll
      if (holdAfterApply !== undefined) switches.holdAfterApply = holdAfterApply ?? false
      if (!switches.holdAfterApply) for (const release of switches.held) release()
    }
    if (expireSession) all[expireSession].expired = true
    if (expireSession === null) for (const account of ACCOUNTS) all[account].expired = false
  }

  return {
    change,
    view: () => ({ ada: viewOf(all.ada), grace: viewOf(all.grace) }),
    clear: () =>
      change({
        delayMs: 0,
        failNext: null,
        failAll: null,
        holdAfterApply: false,
        expireSession: null,
      }),
    renewSession(account) {
      all[account].expired = false
    },
    isExpired: account => all[account].expired,
    delayMs: account => all[account].delayMs,
    takeFailure: account => takeFailure(all[account]),
    whenNotHeld: (account, signal) => whenNotHeld(all[account], signal),
  }
}

function createSwitches(): Switches {
  const held = new Set<() => void>()
  return { delayMs: 0, failNext: null, failAll: null, holdAfterApply: false, expired: false, held }
}

function viewOf({ held, failNext, ...rest }: Switches): TroubleView {
  const left = failNext?.left ? { ...failNext.failure, count: failNext.left } : null
  return { ...rest, failNext: left, held: held.size }
}

function takeFailure({ failNext, failAll }: Switches): Problem | null {
  if (failNext?.left) {
    failNext.left -= 1
    return failureOf(failNext.failure.status, failNext.failure.retryAfterS ?? null)
  }
  return failAll === null ? null : failureOf(failAll, null)
}

function failureOf(status: number, retryAfterS: number | null): Problem {
  const refusal = problem(
    status,
    'trouble',
    `a trouble switch answers ${status}; nothing was applied`,
  )
  return retryAfterS === null
    ? refusal
    : { ...refusal, headers: { 'Retry-After': String(retryAfterS) } }
}

function whenNotHeld(switches: Switches, signal: AbortSignal): Promise<void> {
  if (!switches.holdAfterApply || signal.aborted) return Promise.resolve()
  return new Promise(resolve => {
    const release = () => {
      switches.held.delete(release)
      signal.removeEventListener('abort', release)
      resolve()
    }
    switches.held.add(release)
    signal.addEventListener('abort', release)
  })
}

/** Which key a call is about: its address, or the user that this agent signed in. */
import type { AnyTask } from '../run/task.ts'
import type { Accounts } from './accounts.ts'
import { closedError } from './closed-error.ts'
import type { Closing } from './closing.ts'
import type { KnownKey } from './mirror.ts'
import { type Address, resolveAddress } from './resolve.ts'
import type { Roster } from './roster.ts'

/** A key that a call is about. */
export interface Target {
  readonly task: AnyTask
  readonly known: KnownKey
  /** The epoch in which this agent signed the user in; `undefined` when the caller named the user. */
  readonly sessionEpoch: number | undefined
}

/** Nobody is meant. */
export interface NoUser {
  readonly task: AnyTask
  readonly known: null
  readonly reason: 'signed-out' | 'ambiguous-user'
  readonly hint: string
}

type Found = Target | NoUser

/** Finds what calls are about. */
export interface Targets {
  /** Throws `closed`, `unknown-task` or `invalid-argument`. */
  find(address: Address, userId: string | undefined): Target | NoUser
  /** The same; a promise where it has to be read first whom the pages signed in. */
  findRead(address: Address, userId: string | undefined): Found | Promise<Found>
  /** Throws `closed` after `close()`. */
  assertOpen(): void
}

/** Makes it. */
export function createTargets(
  roster: Roster,
  accounts: Accounts,
  closing: Pick<Closing, 'isClosed'>,
): Targets {
  const { tasks, track } = roster

  function assertOpen(): void {
    if (closing.isClosed()) throw closedError()
  }

  function find(address: Address, userId: string | undefined): Target | NoUser {
    assertOpen()
    const { task, userId: named } = resolveAddress(address, userId, tasks)
    if (named !== null) return { task, known: track(named, task.scope), sessionEpoch: undefined }
    const implicit = accounts.implicit()
    if ('reason' in implicit) return { task, known: null, ...implicit }
    const { session } = implicit
    return {
      task,
      known: track(session.userId, task.scope),
      sessionEpoch: session.epoch ?? undefined,
    }
  }

  return {
    assertOpen,
    find,
    findRead(address, userId) {
      const found = find(address, userId)
      const unknown = found.known ? null : accounts.untilKnown()
      return unknown ? unknown.then(() => find(address, userId)) : found
    },
  }
}

/** What to tell whoever names a user that is not signed in. */
export function notSignedIn(userId: string): string {
  return `'${userId}' is not signed in: call await registry.signIn(${JSON.stringify(userId)}) first.`
}

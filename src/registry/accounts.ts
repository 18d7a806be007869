/** Who is signed in: in this agent by its own calls, in the store for all agents. */
import { decideSignIn, decideSignOut } from '../model/account.ts'
import type { UserRecord } from '../model/record.ts'
import { checkName } from '../model/key.ts'
import type { Ledger } from './ledger.ts'
import type { Mirror } from './mirror.ts'
import { implicitUser } from './resolve.ts'

/** A user that this agent signed in itself. */
export interface Session {
  readonly userId: string
  readonly epoch: number
}

/** Which user a call without one means. */
export type ImplicitUser =
  | { readonly session: Session }
  | { readonly reason: 'signed-out' | 'ambiguous-user'; readonly hint: string }

/** The accounts of an agent. */
export interface Accounts {
  signIn(userId: string, options: { readonly fresh?: boolean }): Promise<void>
  signOut(userId?: string): Promise<void>
  /** The user that this agent signed in. */
  implicit(): ImplicitUser
  /** The session of a user, as this agent knows it. */
  sessionOf(userId: string): Session | null
  /** Signs the implicit user in where accounts are not used. */
  begin(): Promise<void>
}

/** Makes the accounts; `onSession` is called when the implicit user may be another. */
export function createAccounts(
  mode: 'one' | 'many' | 'none',
  ledger: Ledger,
  mirror: Mirror,
  onSession: () => void,
): Accounts {
  const sessions = new Map<string, Session>()

  async function signIn(userId: string, options: { readonly fresh?: boolean }): Promise<void> {
    const { fresh = false } = options
    const decided = await ledger.transactUser(({ users, now, floor }) =>
      decideSignIn(users, userId, { fresh, exclusive: mode === 'one' }, now, floor),
    )
    if (mode === 'one') sessions.clear()
    sessions.set(userId, { userId, epoch: decided.user.epoch })
    onSession()
  }

  function isLive(session: Session): boolean {
    const user: UserRecord | null = mirror.user(session.userId)
    return user !== null && user.signedIn && user.epoch === session.epoch
  }

  return {
    async signIn(userId, options) {
      await signIn(checkName(userId, 'userId'), options)
    },
    async signOut(userId) {
      const leaving = userId === undefined ? [...sessions.keys()] : [checkName(userId, 'userId')]
      // Nobody named and nobody known here: whoever the store has signed in leaves.
      if (leaving.length === 0) {
        await ledger.loadUsers()
        leaving.push(
          ...(mirror.users() ?? []).filter(user => user.signedIn).map(user => user.userId),
        )
      }
      for (const each of leaving) {
        await ledger.transactUser(({ users, floor }) => decideSignOut(users, each, floor))
        sessions.delete(each)
      }
      onSession()
    },
    implicit() {
      const all = [...sessions.values()]
      const live = all.filter(isLive)
      const [only, second] = live
      if (second) {
        const hint = `several users are signed in here (${live.map(each => each.userId).join(', ')}): pass { userId }.`
        return { reason: 'ambiguous-user', hint }
      }
      if (only) return { session: only }
      const hint =
        all.length > 0
          ? 'the user was signed out elsewhere: call await registry.signIn(userId) again.'
          : 'nobody is signed in here yet: call await registry.signIn(userId) first.'
      return { reason: 'signed-out', hint }
    },
    sessionOf: userId => sessions.get(userId) ?? null,
    begin: () => (mode === 'none' ? signIn(implicitUser, {}) : Promise.resolve()),
  }
}

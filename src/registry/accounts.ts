/** Who is signed in: in this agent by its own calls, in the store for all agents. */
import { decideSignIn } from '../model/account.ts'
import { RegistryError } from '../model/error.ts'
import { checkName } from '../model/key.ts'
import type { Clock } from '../port/clock.ts'
import { createDepartures } from './departures.ts'
import type { Impatient } from './impatient.ts'
import type { Ledger } from './ledger.ts'
import type { Mirror } from './mirror.ts'
import { implicitUser } from './resolve.ts'

/** A user that this agent signed in itself. */
export interface Session {
  readonly userId: string
  /** `null`: whichever the store has. */
  readonly epoch: number | null
}

/** Which user a call without one means. */
export type ImplicitUser =
  | { readonly session: Session }
  | { readonly reason: 'signed-out' | 'ambiguous-user'; readonly hint: string }

/** How somebody is signed out. */
export interface SignOutOptions {
  /** Default: the users that this agent signed in or is signing in, else those that the store has signed in. */
  readonly userId?: string
  /** Deletes all that names the user: records, history, sign-in. Default `false`. */
  readonly forget?: boolean
}

/** The accounts of an agent. */
export interface Accounts {
  signIn(userId: string, options: { readonly fresh?: boolean }): Promise<void>
  /** Rejects with `store-unavailable` after 5 s without the store; it is still being tried. */
  signOut(options: SignOutOptions): Promise<void>
  /** The user that this agent signed in; in a service worker, which signs nobody in, whom the pages did. */
  implicit(): ImplicitUser
  /**
   * Where `implicit` depends on what the store has, and that was not read yet: resolves when it was, or
   * after 5 s in vain; else `null`.
   */
  untilKnown(): Promise<void> | null
  /** Whether this agent has signed the user out, though the store may not hold it yet. */
  isLeaving(userId: string): boolean
  /** Signs the implicit user in where accounts are not used. */
  begin(): Promise<void>
  /** Asks for that again where the store did not take it; before what is asked for next. */
  ensure(): void
}

/** What accounts need of their agent. */
export interface AccountsDeps {
  readonly mode: 'one' | 'many' | 'none'
  readonly ledger: Ledger
  readonly mirror: Mirror
  readonly clock: Clock
  readonly impatient: Impatient
  /** Whether those count whom the store has signed in, when this agent signed nobody in. */
  readonly followsStore: boolean
  /** The implicit user may be another now. */
  onSession(): void
  /** A user is on the way out: nothing of that user goes on here, whatever the store says. */
  onLeaving(userId: string): void
}

const overdue = {
  'sign-in': 'it counts when it is found landed; call signIn again to be sure',
  'sign-out': 'this page has stopped, and goes on trying; other tabs may still write',
  unnamed: 'call signOut() again, or name whom you mean: signOut({ userId })',
}

/** Makes the accounts. */
export function createAccounts(deps: AccountsDeps): Accounts {
  const { mode, ledger, mirror, clock, impatient } = deps
  const sessions = new Map<string, Session>()
  const departures = createDepartures(ledger, clock)
  /** Whose sign-in waits for a sign-out, unless somebody was signed in or out since. */
  const returning = new Set<string>()
  /** Whose sign-in is under way, once for each call. */
  const coming: string[] = []
  let beginning: Promise<void> | null = null

  async function signIn(
    userId: string,
    { fresh = false }: { readonly fresh?: boolean },
  ): Promise<void> {
    coming.push(userId)
    const signedIn = untilSignedIn(userId, fresh).finally(() =>
      coming.splice(coming.indexOf(userId), 1),
    )
    await impatient(signedIn, 'sign-in', overdue['sign-in'])
  }

  /** An answer that comes late counts as well. */
  async function untilSignedIn(userId: string, fresh: boolean): Promise<void> {
    if (mode === 'one') returning.clear()
    const left = departures.underWay(userId)
    if (left) returning.add(userId)
    await left
    if (left && !returning.has(userId)) throw givenWay()
    const decided = await ledger.transactUser(({ users, now, floor }) =>
      decideSignIn(users, userId, { fresh, exclusive: mode === 'one' }, now, floor),
    )
    if (mode === 'one') sessions.clear()
    sessions.set(userId, { userId, epoch: decided.user.epoch })
    deps.onSession()
  }

  async function signOut(userId: string, forget: boolean): Promise<void> {
    returning.delete(userId)
    const left = departures.ask(userId, forget).then(() => {
      // Also that of a sign-in which landed in between; who came back since then stays.
      const session = sessions.get(userId)
      if (session && !isLive(session)) sessions.delete(userId)
      deps.onSession()
    })
    deps.onLeaving(userId)
    await impatient(left, 'sign-out', overdue['sign-out'])
  }

  /** Nobody named and nobody known here: whoever the store has signed in leaves. */
  async function storedUsers(): Promise<readonly string[]> {
    await ledger.loadUsers()
    return (mirror.users() ?? []).filter(user => user.signedIn).map(user => user.userId)
  }

  /** Each with the epoch of now: whoever asks meant that sign-in. */
  function followed(): readonly Session[] {
    const users = deps.followsStore && sessions.size === 0 ? (mirror.users() ?? []) : []
    return users.filter(user => user.signedIn)
  }

  function isLive({ userId, epoch }: Session): boolean {
    const user = mirror.user(userId)
    return user?.signedIn === true && user.epoch === epoch && !departures.has(userId)
  }

  function begin(): Promise<void> {
    if (mode !== 'none') return Promise.resolve()
    beginning ??= signIn(implicitUser, {}).finally(() => {
      beginning = null
    })
    return beginning
  }

  return {
    async signIn(userId, options) {
      if (mode === 'none') throw withoutAccounts()
      await signIn(checkName(userId, 'userId'), options)
    },
    async signOut({ userId, forget = false }) {
      const mine = [...sessions.keys(), ...coming]
      const named = userId === undefined ? [...new Set(mine)] : [checkName(userId, 'userId')]
      // Who is known here leaves in this very turn.
      const who =
        named.length > 0
          ? named
          : await impatient(storedUsers(), 'question who is signed in', overdue['unnamed'])
      await Promise.all(who.map(each => signOut(each, forget)))
    },
    isLeaving: departures.has,
    untilKnown() {
      if (!deps.followsStore || mode === 'none' || sessions.size > 0 || mirror.users()) return null
      const read = impatient(ledger.loadUsers(), 'question who is signed in')
      return read.catch(() => undefined)
    },
    implicit() {
      if (mode === 'none') {
        return { session: { userId: implicitUser, epoch: null } }
      }
      const all = [...sessions.values(), ...followed()]
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
    begin,
    ensure() {
      if (mode === 'none' && !mirror.user(implicitUser)?.signedIn && !beginning)
        void begin().catch(() => undefined)
    },
  }
}

/** Each trigger would be armed twice, for two users. */
function withoutAccounts(): RegistryError {
  return new RegistryError(
    'invalid-argument',
    "signIn(): with accounts: 'none' nobody is signed in by name. Leave the call out, or the option.",
  )
}

/** The last call counts, however late the store takes it. */
function givenWay(): RegistryError {
  return new RegistryError(
    'store-unavailable',
    'the sign-in waited for the store to take a sign-out, and gave way to a later signIn() or signOut().',
  )
}

/** Who uses this tab, from one sign-in to the next? */
import { BehaviorSubject, firstValueFrom, merge, Subject, Subscription, timer } from 'rxjs'
import type { AccountData } from '../data/database.ts'
import { createEdits, type Edits } from '../data/edits.ts'
import { forgetRows } from '../data/forget.ts'
import { editsOf } from '../data/outbox.ts'
import { renewSession } from '../server/desk.ts'
import type { Collection } from '../data/rows.ts'
import type { Sync } from '../sync/registry.ts'
import {
  type Account,
  rememberAccount,
  rememberedAccount,
  rememberedElsewhere,
} from './remembered.ts'

/** What the screens of one account share; over when `ended` is closed. */
export interface Session {
  readonly account: Account
  readonly data: AccountData
  readonly edits: Edits
  readonly sync: Sync
  /** Why the newest edit of each collection could not be stored; left out when it was. */
  readonly lost: BehaviorSubject<Partial<Record<Collection, string>>>
  /** How far the sign-in of this tab got. */
  readonly entering: BehaviorSubject<'entering' | 'entered' | Error>
  /** A person asks for a sign-in that failed once more. */
  readonly again: Subject<void>
  /** Disposes what belongs to the session. */
  readonly ended: Subscription
}

/** Who uses this tab. */
export interface Sessions {
  /** A person signs in: the server is told, and what waited for a sign-in goes on. */
  enter(account: Account): Promise<void>
  leave(): Promise<void>
  /** Signs out, and leaves nothing of the account on this device. */
  forget(): Promise<void>
}

/** A sign-in that the storage did not take is tried again after this time, ms. */
const againMs = 5_000

/** Follows the remembered account, in this tab and from others; `show` gets each new session, or why a sign-out failed. */
export function createSessions(
  sync: Sync,
  show: (session: Session | null, sessions: Sessions, problem?: string) => void,
): Sessions {
  let current: Session | null = null
  /** Which press was the last: the server may answer in another order. */
  let presses = 0

  async function begin(account: Account | null, fresh: boolean): Promise<void> {
    current?.ended.unsubscribe()
    const session = account === null ? null : createSession(sync, account)
    current = session
    show(session, sessions)
    if (session === null) return
    await signIn(session, fresh)
  }

  /** Until the storage takes it, or somebody else uses this tab. */
  async function signIn(session: Session, fresh: boolean): Promise<void> {
    const { account, entering, again } = session
    while (current === session) {
      try {
        await sync.registry.signIn(account, { fresh })
        entering.next('entered')
        return await announceLeftEdits(sync, account)
      } catch (error) {
        entering.next(error instanceof Error ? error : new Error(String(error)))
      }
      await firstValueFrom(merge(again, timer(againMs)))
    }
  }

  async function end(work: (session: Session) => Promise<unknown>): Promise<void> {
    const session = current
    presses += 1
    rememberAccount(null)
    await begin(null, false)
    if (session === null) return
    try {
      await work(session)
    } catch (error) {
      if (current === null) show(null, sessions, String(error))
    }
  }

  const sessions: Sessions = {
    async enter(account) {
      const press = ++presses
      // Without network the person is signed in on this device, and the server learns it later.
      await renewSession(account).catch(() => undefined)
      if (press !== presses) return
      rememberAccount(account)
      // What somebody has open, and where their focus is, stays.
      if (current?.account === account) await signIn(current, true)
      else await begin(account, true)
    },
    leave: () => end(({ account }) => sync.registry.signOut(account)),
    forget: () =>
      end(async ({ account, data }) => {
        // Signed out first: from then on no run of any tab writes a row of this account.
        await sync.registry.signOut({ userId: account, forget: true })
        await forgetRows(data)
      }),
  }
  rememberedElsewhere.subscribe(account => {
    // Whoever left and came back in another tab, or was told of late, is who is shown already.
    if (current?.account === account) void signIn(current, false)
    else void begin(account, false)
  })
  void begin(rememberedAccount(), false)
  return sessions
}

function createSession(sync: Sync, account: Account): Session {
  const data: AccountData = { account, database: sync.database }
  const lost: Session['lost'] = new BehaviorSubject({})
  const edits = createEdits(
    data,
    collection => {
      lost.next({ ...lost.value, [collection]: undefined })
      sync.edited.next(collection)
    },
    (collection, error) => lost.next({ ...lost.value, [collection]: String(error) }),
  )
  const entering = new BehaviorSubject<'entering' | 'entered' | Error>('entering')
  const again = new Subject<void>()
  return { account, data, edits, sync, lost, entering, again, ended: new Subscription() }
}

/** A tab that died between storing an edit and telling of it left one that nobody knows of. */
async function announceLeftEdits({ database, edited }: Sync, account: Account): Promise<void> {
  for (const collection of ['courses', 'messages'] as const) {
    if ((await editsOf({ account, database }, collection)).length > 0) edited.next(collection)
  }
}

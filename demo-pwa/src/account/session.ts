/** Who uses this tab, from one sign-in to the next? */
import { BehaviorSubject, Subscription } from 'rxjs'
import type { AccountData } from '../data/database.ts'
import { createEdits, type Edits } from '../data/edits.ts'
import { editsOf } from '../data/outbox.ts'
import { renewSession } from '../server/desk.ts'
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
  /** How far the sign-in of this tab got. */
  readonly entering: BehaviorSubject<'entering' | 'entered' | Error>
  /** Disposes what belongs to the session. */
  readonly ended: Subscription
}

/** Who uses this tab. */
export interface Sessions {
  /** A person signs in: the server is told, and what waited for a sign-in goes on. */
  enter(account: Account): Promise<void>
  leave(): Promise<void>
}

/** Follows the remembered account, in this tab and from others; `show` gets each new session. */
export function createSessions(
  sync: Sync,
  show: (session: Session | null, sessions: Sessions) => void,
): Sessions {
  let current: Session | null = null

  async function begin(account: Account | null, fresh: boolean): Promise<void> {
    current?.ended.unsubscribe()
    const session = account === null ? null : createSession(sync, account)
    current = session
    show(session, sessions)
    if (session === null) return
    try {
      await sync.registry.signIn(session.account, { fresh })
      session.entering.next('entered')
      await announceLeftEdits(sync, session.account)
    } catch (error) {
      session.entering.next(error instanceof Error ? error : new Error(String(error)))
    }
  }

  const sessions: Sessions = {
    async enter(account) {
      // Without network the person is signed in on this device, and the server learns it later.
      await renewSession(account).catch(() => undefined)
      rememberAccount(account)
      await begin(account, true)
    },
    async leave() {
      const account = current?.account
      rememberAccount(null)
      await begin(null, false)
      if (account !== undefined) await sync.registry.signOut(account)
    },
  }
  rememberedElsewhere.subscribe(account => void begin(account, false))
  void begin(rememberedAccount(), false)
  return sessions
}

function createSession(sync: Sync, account: Account): Session {
  const data: AccountData = { account, database: sync.database }
  const edits = createEdits(data, collection => sync.edited.next(collection))
  const entering = new BehaviorSubject<'entering' | 'entered' | Error>('entering')
  return { account, data, edits, sync, entering, ended: new Subscription() }
}

/** A tab that died between storing an edit and telling of it left one that nobody knows of. */
async function announceLeftEdits({ database, edited }: Sync, account: Account): Promise<void> {
  for (const collection of ['courses', 'messages'] as const) {
    if ((await editsOf({ account, database }, collection)).length > 0) edited.next(collection)
  }
}

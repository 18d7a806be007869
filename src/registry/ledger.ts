/** Every operation on the store: what it wrote or read is learned here, and told to the others. */
import type { AccountDecided } from '../model/account.ts'
import type { Decided, StoreState } from '../model/facts.ts'
import { forgets } from '../model/forget.ts'
import type { HistoryRow } from '../model/history-row.ts'
import type { TaskRecord } from '../model/record.ts'
import { slimRecord } from '../model/slim.ts'
import type { StoreHealth } from '../model/view.ts'
import type { Clock } from '../port/clock.ts'
import type { ApplicationWrite } from '../port/fenced-writes.ts'
import type { OperationOptions, RecordAddress, Store, UsersState } from '../port/store.ts'
import type { Landed } from '../run/deps.ts'
import { createBlame } from './blame.ts'
import type { Hub } from './hub.ts'
import type { Mirror } from './mirror.ts'
import { createOperations, type Operations, type OperationsListener } from './operations.ts'

/** What nobody asked for by hand: it rejects with `store-unavailable` while a failing store rests. */
export type AutomaticReads = Pick<Ledger, 'load' | 'loadUsers' | 'history'>

/** The store as the rest of the registry uses it. */
export interface Ledger extends Pick<Operations, 'isResting' | 'throwIfResting' | 'hurry'> {
  readonly automatic: AutomaticReads
  /**
   * `onOverdue` is called when the operation takes longer than 5 s; it may still land. `application`
   * writes in the same transaction; only for tasks that the store can do that for.
   */
  transact<Result>(
    address: RecordAddress,
    decide: (state: StoreState) => Decided<Result>,
    onOverdue?: () => void,
    application?: ApplicationWrite<never>,
  ): Promise<Landed<Result>>
  transactUser(decide: (state: UsersState) => AccountDecided): Promise<AccountDecided>
  /** The same, and deletes all that names the user, if the decision changes that user. */
  forget(userId: string, decide: (state: UsersState) => AccountDecided): Promise<AccountDecided>
  /** Reads a key into the mirror. */
  load(address: RecordAddress): Promise<void>
  /** Reads all users into the mirror. */
  loadUsers(): Promise<void>
  read(address: RecordAddress): Promise<StoreState>
  history(key: string, limit: number): Promise<readonly HistoryRow[]>
  health(): StoreHealth
  close(): Promise<void>
}

/** What the ledger tells. */
export interface LedgerListener extends OperationsListener {
  /** Runs that a transaction of this agent ended. */
  onEnded(rows: readonly HistoryRow[]): void
}

/** Makes the ledger over an open store. */
export function createLedger(
  store: Store,
  clock: Clock,
  mirror: Mirror,
  hub: Hub,
  listener: LedgerListener,
): Ledger {
  const operations = createOperations(clock, ask, listener)
  const { watched } = operations

  function learn(
    { storeId, user }: StoreState,
    record: TaskRecord | null,
    { key, userId }: RecordAddress,
    begunAt: number,
  ): void {
    if (user) mirror.learnUsers(storeId, [user], begunAt)
    else mirror.learnNoUser(storeId, userId, begunAt)
    if (record) mirror.learn(storeId, record, begunAt)
    else mirror.learnAbsent(storeId, key, begunAt)
  }

  function tellUsers(
    { storeId, users, user }: AccountDecided & { readonly storeId: string },
    begunAt: number,
    forgotten: string | null,
  ): void {
    const of = forgotten === null ? {} : { forgotten }
    // Also who was signed in already: whoever signed them in may have gone before it could tell.
    const told = users.includes(user) ? users : [...users, user]
    hub.send({ type: 'users', storeId, users: told, ...of })
    mirror.learnUsers(storeId, told, begunAt)
    if (forgotten !== null) mirror.forget(forgotten)
  }

  /** A full disk refuses writes only: what is there is written again as it is. */
  async function ask(options: OperationOptions): Promise<void> {
    const { users } = await store.users(options)
    await store.history('', { ...options, limit: 1 })
    const [first] = users
    if (!first) return
    await store.transactUser(state => {
      const user = state.users.find(({ userId }) => userId === first.userId)
      return user ? { users: [user], user } : { users: [], user: first }
    }, options)
  }

  const ledger: Ledger = {
    async transact<Result>(
      address: RecordAddress,
      decide: (state: StoreState) => Decided<Result>,
      onOverdue?: () => void,
      application?: ApplicationWrite<never>,
    ) {
      let seen: { readonly state: StoreState; readonly decided: Decided<Result> } | null = null
      const begunAt = mirror.moment()
      const blame = createBlame((state: StoreState) => {
        const decided = decide(state)
        seen = { state, decided }
        return decided
      }, application)
      const result = await watched(
        options =>
          store.fenced && blame.application
            ? store.fenced.transact(address, blame.decide, blame.application, options)
            : store.transact(address, blame.decide, options),
        onOverdue,
        blame.faultOf,
      )
      const { state, decided } = seen as unknown as {
        readonly state: StoreState
        readonly decided: Decided<Result>
      }
      const record = decided.record ?? state.record
      const rows = decided.history ?? []
      if (decided.record)
        hub.send({ type: 'record', storeId: state.storeId, record: slimRecord(decided.record) })
      // Whoever waits for these rows has them before the changed record makes them look for them.
      if (rows.length > 0) listener.onEnded(rows)
      learn(state, record, address, begunAt)
      return { result, record, rows, storeId: state.storeId }
    },
    async transactUser(decide) {
      const begunAt = mirror.moment()
      const decided = await watched(options => store.transactUser(decide, options))
      tellUsers(decided, begunAt, null)
      return decided
    },
    async forget(userId, decide) {
      const begunAt = mirror.moment()
      const decided = await watched(options => store.forget(userId, decide, options))
      tellUsers(decided, begunAt, forgets(userId, decided) ? userId : null)
      return decided
    },
    async load(address) {
      const begunAt = mirror.moment()
      const state = await watched(options => store.read(address, options))
      learn(state, state.record, address, begunAt)
    },
    async loadUsers() {
      const begunAt = mirror.moment()
      const state = await watched(options => store.users(options))
      mirror.learnUsers(state.storeId, state.users, begunAt, true)
    },
    read: address => watched(options => store.read(address, options)),
    history: (key, limit) => watched(options => store.history(key, { ...options, limit })),
    automatic: {
      load: address => unlessResting(() => ledger.load(address)),
      loadUsers: () => unlessResting(() => ledger.loadUsers()),
      history: (key, limit) => unlessResting(() => ledger.history(key, limit)),
    },
    isResting: operations.isResting,
    throwIfResting: operations.throwIfResting,
    hurry: operations.hurry,
    health() {
      const health = operations.health()
      return health.state === 'ok' && store.volatile ? { state: 'ok', volatile: true } : health
    },
    async close() {
      operations.end()
      await store.close()
    },
  }

  async function unlessResting<T>(read: () => Promise<T>): Promise<T> {
    operations.throwIfResting()
    return read()
  }

  return ledger
}

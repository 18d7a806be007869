/** Every operation on the store: watched while it takes long, learned from, told to the others. */
import type { AccountDecided } from '../model/account.ts'
import { RegistryError } from '../model/error.ts'
import type { Decided, StoreState } from '../model/facts.ts'
import type { HistoryRow, TaskRecord } from '../model/record.ts'
import { slimRecord } from '../model/slim.ts'
import type { StoreHealth } from '../model/view.ts'
import type { Clock, Timer } from '../port/clock.ts'
import type { OperationOptions, RecordAddress, Store, UsersState } from '../port/store.ts'
import type { Landed } from '../run/deps.ts'
import type { Hub } from './hub.ts'
import type { Mirror } from './mirror.ts'

/** Without any sign for so long an operation is reported, and aborted if it had begun, ms. */
const silentMs = 5_000

/** The store as the rest of the registry uses it. */
export interface Ledger {
  /** `onOverdue` is called when the operation takes longer than 5 s; it may still land. */
  transact<Result>(
    address: RecordAddress,
    decide: (state: StoreState) => Decided<Result>,
    onOverdue?: () => void,
  ): Promise<Landed<Result>>
  transactUser(decide: (state: UsersState) => AccountDecided): Promise<AccountDecided>
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
export interface LedgerListener {
  /** Runs that a transaction of this agent ended. */
  onEnded(rows: readonly HistoryRow[]): void
  onHealth(health: StoreHealth): void
  onError(error: unknown): void
}

const fellSilent = 'the store fell silent inside a transaction; it was aborted.'

interface Operation {
  begunAt: number | null
  readonly askedAt: number
  readonly abort: AbortController
  readonly onOverdue: (() => void) | undefined
  overdue: boolean
}

/** Makes the ledger over an open store. */
export function createLedger(
  store: Store,
  clock: Clock,
  mirror: Mirror,
  hub: Hub,
  listener: LedgerListener,
): Ledger {
  const running = new Set<Operation>()
  let health: StoreHealth = { state: 'ok' }
  let timer: Timer | null = null

  function setHealth(next: StoreHealth): void {
    if (next.state === health.state) return
    health = next
    listener.onHealth(next)
  }

  /** One timer for all operations under way; none when there are none. */
  function plan(afterMs: number = silentMs): void {
    if (running.size === 0) {
      timer?.cancel()
      timer = null
    } else timer ??= clock.setTimer(afterMs, lookAtRunning)
  }

  function lookAtRunning(): void {
    timer = null
    const now = clock.monotonic()
    let nextMs = silentMs
    for (const operation of running) {
      const silentFor = now - (operation.begunAt ?? operation.askedAt)
      if (silentFor < silentMs) nextMs = Math.min(nextMs, silentMs - silentFor)
      else if (operation.begunAt === null) reportWaiting(operation)
      else operation.abort.abort(new RegistryError('store-unavailable', fellSilent))
    }
    plan(nextMs)
  }

  function reportWaiting(operation: Operation): void {
    if (operation.overdue) return
    operation.overdue = true
    setHealth({ state: 'waiting' })
    operation.onOverdue?.()
  }

  async function watched<T>(
    work: (options: OperationOptions) => Promise<T>,
    onOverdue?: () => void,
    faultOfCaller: () => { readonly error: unknown } | null = () => null,
  ): Promise<T> {
    const operation: Operation = {
      askedAt: clock.monotonic(),
      begunAt: null,
      abort: new AbortController(),
      onOverdue,
      overdue: false,
    }
    running.add(operation)
    plan()
    try {
      const done = await work({
        signal: operation.abort.signal,
        onBegin: () => {
          operation.begunAt = clock.monotonic()
        },
      })
      setHealth({ state: 'ok' })
      return done
    } catch (error) {
      const fault = faultOfCaller()
      if (fault) throw fault.error
      const failure = asRegistryError(error)
      if (failure.code !== 'closed' && failure.code !== 'invalid-argument') {
        if (health.state !== 'unavailable') listener.onError(failure)
        setHealth({ state: 'unavailable', message: failure.message })
      }
      throw failure
    } finally {
      running.delete(operation)
      plan()
    }
  }

  function learn(state: StoreState, record: TaskRecord | null, key: string): void {
    if (state.user) mirror.learnUsers(state.storeId, [state.user])
    if (record) mirror.learn(state.storeId, record)
    else mirror.learnAbsent(state.storeId, key)
  }

  return {
    async transact<Result>(
      address: RecordAddress,
      decide: (state: StoreState) => Decided<Result>,
      onOverdue?: () => void,
    ) {
      let seen: { readonly state: StoreState; readonly decided: Decided<Result> } | null = null
      let fault: { readonly error: unknown } | null = null
      const result = await watched(
        options =>
          store.transact(
            address,
            state => {
              try {
                const decided = decide(state)
                seen = { state, decided }
                return decided
              } catch (error) {
                // A callback of the app threw inside the decision: that is not the store's fault.
                fault = { error }
                throw error
              }
            },
            options,
          ),
        onOverdue,
        () => fault,
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
      learn(state, record, address.key)
      return { result, record, rows, storeId: state.storeId }
    },
    async transactUser(decide) {
      const decided = await watched(options => store.transactUser(decide, options))
      if (decided.users.length > 0)
        hub.send({ type: 'users', storeId: decided.storeId, users: decided.users })
      mirror.learnUsers(decided.storeId, [...decided.users, decided.user])
      return decided
    },
    async load(address) {
      const state = await watched(options => store.read(address, options))
      learn(state, state.record, address.key)
    },
    async loadUsers() {
      const state = await watched(options => store.users(options))
      mirror.learnUsers(state.storeId, state.users, true)
    },
    read: address => watched(options => store.read(address, options)),
    history: (key, limit) => watched(() => store.history(key, { limit })),
    health: () => health,
    close: () => store.close(),
  }
}

function asRegistryError(error: unknown): RegistryError {
  if (error instanceof RegistryError) return error
  const message = error instanceof Error ? error.message : String(error)
  return new RegistryError('store-failed', `the store failed: ${message}`, {}, error)
}

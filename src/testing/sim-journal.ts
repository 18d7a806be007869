/** What the transactions of a world decided and wrote, seen from inside of them. */
import type { AccountDecided } from '../model/account.ts'
import type { StoreState } from '../model/facts.ts'
import type { HistoryRow } from '../model/history-row.ts'
import type { TaskRecord } from '../model/record.ts'
import type { UserRecord } from '../model/user-record.ts'
import type { Store, StoreFactory, UsersState } from '../port/store.ts'

/** One transaction on a key, as it landed. */
export interface LandedWrite {
  /** Name of the agent whose transaction it was. */
  readonly by: string
  readonly key: string
  readonly before: TaskRecord | null
  /** `null`: it wrote nothing. */
  readonly after: TaskRecord | null
  readonly rows: readonly HistoryRow[]
  readonly user: UserRecord | null
  readonly now: number
  readonly result: unknown
}

/** One transaction on users, as it landed. */
export interface LandedUsers {
  readonly by: string
  readonly before: readonly UserRecord[]
  /** Those that changed. */
  readonly after: readonly UserRecord[]
}

/** What the store of one agent tells. */
export interface StoreWitness {
  /** The agent asks for an operation, now. */
  asked(operation: string): void
  /** It has been asked for. */
  askedFor?(): void
  landed?(write: LandedWrite): void
  landedUsers?(write: LandedUsers): void
}

/** The store, watched. */
export function watchStore(factory: StoreFactory, by: string, witness: StoreWitness): StoreFactory {
  return context => {
    const store = factory(context)
    function ask<Result>(operation: string, work: () => Promise<Result>): Promise<Result> {
      witness.asked(operation)
      try {
        return work()
      } finally {
        witness.askedFor?.()
      }
    }
    const told =
      (decide: (state: UsersState) => AccountDecided) =>
      (state: UsersState): AccountDecided => {
        const decided = decide(state)
        witness.landedUsers?.({ by, before: state.users, after: decided.users })
        return decided
      }
    const watched: Store = {
      transact: (address, decide, options) =>
        ask(`a write of ${address.key}`, () =>
          store.transact(
            address,
            (state: StoreState) => {
              const decided = decide(state)
              witness.landed?.({
                by,
                key: address.key,
                before: state.record,
                after: decided.record ?? null,
                rows: decided.history ?? [],
                user: state.user,
                now: state.now,
                result: decided.result,
              })
              return decided
            },
            options,
          ),
        ),
      transactUser: (decide, options) =>
        ask('a write of users', () => store.transactUser(told(decide), options)),
      forget: (userId, decide, options) =>
        ask(`a forgetting of ${userId}`, () => store.forget(userId, told(decide), options)),
      read: (address, options) =>
        ask(`a read of ${address.key}`, () => store.read(address, options)),
      users: options => ask('a read of users', () => store.users(options)),
      history: (key, options) => ask(`the history of ${key}`, () => store.history(key, options)),
      list: () => ask('a list', () => store.list()),
      close: () => store.close(),
    }
    return watched
  }
}

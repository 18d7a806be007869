/** Which keys this agent could run: its tasks, for the users that are signed in. */
import { RegistryError } from '../model/error.ts'
import { foundIn } from '../model/options.ts'
import { standsBack } from '../model/versions.ts'
import type { Store } from '../port/store.ts'
import type { AnyTask } from '../run/task.ts'
import type { Accounts } from './accounts.ts'
import { assertFencing } from './fencing.ts'
import type { AutomaticReads } from './ledger.ts'
import type { KnownKey, Mirror } from './mirror.ts'
import { addressOf, conflict } from './resolve.ts'
import type { RunTarget } from './run-target.ts'

/** The tasks of an agent, and the keys that they make. */
export interface Roster {
  readonly tasks: ReadonlyMap<string, AnyTask>
  /** Throws `task-conflict` when the scope has another definition, `invalid-argument` for what is no task, `no-fenced-writes`. */
  add(task: AnyTask): void
  /** Who is signed in, but for those whom this agent is signing out. */
  users(): readonly string[]
  /**
   * What may be run of a key; `null` when this agent has no such task, has it in an older version
   * than somebody else, or the user is not signed in.
   */
  target(known: KnownKey): RunTarget | null
  /** Starts to know a key: it is read once, then kept up by what is learned. */
  track(userId: string, scope: string): KnownKey
  /** Knows every key of every user: what was left of one may have to go on here. */
  trackAll(): void
  /** Reads who is signed in, and all known keys again. */
  reload(): Promise<void>
}

/** Makes a roster without tasks. */
export function createRoster(
  mirror: Mirror,
  reads: () => AutomaticReads,
  accounts: () => Accounts,
  store: () => Store,
): Roster {
  const tasks = new Map<string, AnyTask>()
  const reading = new Set<string>()

  function isIn(userId: string): boolean {
    return mirror.user(userId)?.signedIn === true && !accounts().isLeaving(userId)
  }

  function users(): readonly string[] {
    return (mirror.users() ?? []).map(user => user.userId).filter(isIn)
  }

  function track(userId: string, scope: string): KnownKey {
    const address = addressOf(userId, scope)
    const known = mirror.track(address, scope)
    if (!known.loaded && !reading.has(known.key)) {
      reading.add(known.key)
      // The ledger reports a failure; when the store is back all of it is read again.
      reads()
        .load(address)
        .catch(() => undefined)
        .finally(() => reading.delete(known.key))
    }
    return known
  }

  return {
    tasks,
    add(task) {
      if (!task?.definition?.policy) {
        throw new RegistryError(
          'invalid-argument',
          `a task must be what defineTask() returned, found ${foundIn(task)}. Is it exported, and imported without a cycle?`,
        )
      }
      assertFencing(task, store())
      const before = tasks.get(task.scope)
      if (before && before.definition !== task.definition) conflict(task.scope)
      tasks.set(task.scope, task)
    },
    users,
    target(known) {
      const { key, userId, scope, record } = known
      const definition = tasks.get(scope)?.definition
      const mayRun = definition && isIn(userId) && !standsBack(record, definition.policy)
      return mayRun ? { key, userId, scope, definition } : null
    },
    track,
    trackAll() {
      for (const userId of users()) for (const scope of tasks.keys()) track(userId, scope)
    },
    async reload() {
      await reads().loadUsers()
      for (const { key, userId } of mirror.keys()) await reads().load({ key, userId })
    },
  }
}

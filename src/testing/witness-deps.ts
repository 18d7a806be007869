/** What the witness asks of its world. */
import type { TaskPolicy } from '../model/facts.ts'
import type { TaskRecord } from '../model/record.ts'
import type { UserRecord } from '../model/user-record.ts'
import type { Condition } from './world-condition.ts'

/** A world, as its witness sees it. */
export interface WitnessDeps {
  step(): number
  monotonic(): number
  now(): number
  record(key: string): TaskRecord | null
  user(userId: string): UserRecord | null
  /** Who holds a lock. */
  holdersOf(lock: string): readonly string[]
  /** Whether the one agent ever got a message of the other. */
  hasHeard(listener: string, of: string): boolean
  readonly condition: Condition
  readonly hasLocks: boolean
  isLive(agent: string): boolean
  isStoreWell(agent: string): boolean
  isOnline(agent: string): boolean
  isVisible(agent: string): boolean
  isWorker(agent: string): boolean
  timers(agent: string): number
  records(): Iterable<TaskRecord>
  hasEnded(agent: string): boolean
  agents(): readonly string[]
  readonly hasChannel: boolean
  /** Keys that may run in the agent at once. */
  places(agent: string): number
  /** Whether the task of the key may run, as the app in that agent says. */
  isGateOpen(agent: string, key: string): boolean
  /** The rules of the key's task in that agent. */
  policy(agent: string, key: string): TaskPolicy | undefined
  /** Whether an acquisition of the agent may come without a lock. */
  mayLackPresence(agent: string): boolean
  /** Whether the task of the key never seals. */
  neverSeals(key: string): boolean
}

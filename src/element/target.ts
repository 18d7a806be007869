/** What an element is about: a task of a registry, for a user. */
import type { AnyTask } from '../run/task.ts'
import type { Address } from '../registry/resolve.ts'
import type { TaskRegistry, TriggerAnswer } from '../registry/task-registry.ts'

/** What the element asks of a registry. */
export interface SyncRegistry extends Pick<TaskRegistry, 'watch' | 'cancel' | 'resume'> {
  /** As the registry's own; the element triggers without a payload. */
  trigger(
    address: Exclude<Address, AnyTask>,
    options?: { readonly userId?: string },
  ): Promise<TriggerAnswer<unknown>>
}

/** Whom it asks, about what. */
export interface Target {
  readonly registry: SyncRegistry
  readonly task: Address
  /** Empty: the address names the user, or this page signed one in. */
  readonly options: { readonly userId?: string }
}

/** `null` while something is missing. */
export function targetOf(
  registry: SyncRegistry | null,
  task: Address | null,
  userId: string | null,
): Target | null {
  if (registry === null || task === null) return null
  return { registry, task, options: userId === null ? {} : { userId } }
}

/** Whether both mean the same. */
export function isSameTarget(a: Target | null, b: Target | null): boolean {
  return (
    a?.registry === b?.registry && a?.task === b?.task && a?.options.userId === b?.options.userId
  )
}

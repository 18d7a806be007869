/** What can a component ask of one task, without saying each time which? */
import type { CancelResult } from '../model/cancel-result.ts'
import { RegistryError } from '../model/error.ts'
import type { Task } from '../run/task.ts'
import type { TaskRegistry, TriggerAnswer, TriggerOptions } from './task-registry.ts'

/** What a component can do about its task; the same functions in every render. */
export interface TaskCalls<Payload, Result> {
  /** As `registry.trigger` of this task. A press needs no options: `() => trigger()`. */
  readonly trigger: (
    options?: Omit<TriggerOptions<Payload>, 'userId'>,
  ) => Promise<TriggerAnswer<Result>>
  /** As `registry.cancel` of this task. */
  readonly cancel: (options?: { readonly runId?: string }) => Promise<CancelResult>
}

/** What the calls are about. */
export interface CallTarget<Scope extends string, Payload, Result, StageName extends string> {
  readonly registry: TaskRegistry | null
  readonly task: Task<Scope, Payload, Result, StageName>
  readonly userId: string | undefined
}

/** Makes the calls; each asks first what it is about. Without a registry they reject with `invalid-argument`. */
export function createTaskCalls<Scope extends string, Payload, Result, StageName extends string>(
  findTarget: () => CallTarget<Scope, Payload, Result, StageName>,
): TaskCalls<Payload, Result> {
  return {
    async trigger(options) {
      const { registry, task, userId } = findTarget()
      return (registry ?? noRegistry()).trigger(task, { ...options, userId })
    },
    async cancel(options) {
      const { registry, task, userId } = findTarget()
      return (registry ?? noRegistry()).cancel(task, { ...options, userId })
    },
  }
}

/** Throws what a component is told that was given no registry. */
export function noRegistry(): never {
  throw new RegistryError(
    'invalid-argument',
    'useTask(): no registry by RegistryProvider or registryKey.',
  )
}

/** How does a component show a task, and start it? */
import { useContext, useSyncExternalStore } from 'react'
import type { TaskView } from '../model/view.ts'
import { noRegistry, type TaskCalls } from '../registry/task-calls.ts'
import type { Task } from '../run/task.ts'
import { ShownTasksContext } from './registry-provider.ts'

/** Whose task is shown. */
export interface UseTaskOptions {
  /** Default: the user that this page signed in, whoever that is. */
  readonly userId?: string | undefined
}

/** A task as a component sees it. */
export interface ShownTask<Payload, Result> extends TaskCalls<Payload, Result> {
  /** The same reference until something of it changed. `loading` on a server and while hydrating. */
  readonly view: TaskView
}

/**
 * The view of a task, and its calls. Renders anew when the view changes, and only then. Throws
 * `invalid-argument` without a `RegistryProvider` above, `unknown-task` when its registry has no such task.
 *
 * @example
 * const { view, trigger, cancel } = useTask(courseSync)
 */
export function useTask<Scope extends string, Payload, Result, StageName extends string>(
  task: Task<Scope, Payload, Result, StageName>,
  { userId }: UseTaskOptions = {},
): ShownTask<Payload, Result> {
  const findShown = useContext(ShownTasksContext) ?? noRegistry()
  const { calls, subscribe, getView, getLoading } = findShown(task, userId)
  return { view: useSyncExternalStore(subscribe, getView, getLoading), ...calls }
}

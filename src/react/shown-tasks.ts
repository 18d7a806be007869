/** What do the components below one provider share: one subscription for each task and user, however many show it? */
import type { RegistryError } from '../model/error.ts'
import { loadingView, type TaskView } from '../model/view.ts'
import { createTaskCalls, type TaskCalls } from '../registry/task-calls.ts'
import type { TaskRegistry } from '../registry/task-registry.ts'
import type { AnyTask, Task } from '../run/task.ts'

/** One task of one user, as a store that React can follow. Its functions stay the same. */
interface Shown<Payload, Result> {
  readonly task: AnyTask
  readonly userId: string | undefined
  readonly calls: TaskCalls<Payload, Result>
  readonly subscribe: (onView: () => void) => () => void
  /** The same reference until something of it changed. */
  readonly getView: () => TaskView
  readonly getLoading: () => TaskView
}

/** What is shown of a task; made at the first question, kept as long as the provider. */
export type FindShown = <Scope extends string, Payload, Result, StageName extends string>(
  task: Task<Scope, Payload, Result, StageName>,
  userId: string | undefined,
) => Shown<Payload, Result>

/** Makes it; nothing is watched while no component is there. */
export function createShownTasks(registry: TaskRegistry | null): FindShown {
  const all: Shown<never, unknown>[] = []

  return function find<Scope extends string, Payload, Result, StageName extends string>(
    task: Task<Scope, Payload, Result, StageName>,
    userId: string | undefined,
  ): Shown<Payload, Result> {
    const found = all.find(shown => shown.task === task && shown.userId === userId)
    // It was made for this very task, and has its types.
    if (found) return found as Shown<unknown, unknown> as Shown<Payload, Result>
    const listeners = new Set<() => void>()
    const loading = loadingView('', task.scope, userId ?? null, { state: 'ok' })
    let told: TaskView | null = null
    let watching: { unsubscribe(): void } | undefined

    function tell(view: TaskView): void {
      told = view
      // Not now: a component that renders may have asked, and React forbids it to change another one meanwhile.
      queueMicrotask(() => {
        for (const listener of listeners) listener()
      })
    }

    const shown: Shown<Payload, Result> = {
      task,
      userId,
      calls: createTaskCalls(() => ({ registry, task, userId })),
      subscribe(onView) {
        listeners.add(onView)
        if (listeners.size === 1) watching = registry?.watch(task, { userId }).subscribe(tell)
        return () => {
          listeners.delete(onView)
          if (listeners.size) return
          watching?.unsubscribe()
          told = null
        }
      },
      getView() {
        try {
          // Who subscribed was told. To ask the registry as well tells its subscribers what it finds new.
          return told ?? registry?.snapshot(task, { userId }) ?? loading
        } catch (error) {
          // A component that comes after `close()` must not take all others down with it.
          if ((error as RegistryError).code === 'closed') return loading
          throw error
        }
      },
      getLoading: () => loading,
    }
    all.push(shown)
    return shown
  }
}

/** How does a component show a task, and start it? */
import {
  getCurrentInstance,
  inject,
  type MaybeRefOrGetter,
  onMounted,
  type ShallowRef,
  shallowRef,
  ssrContextKey,
  toRaw,
  toValue,
  watch,
} from 'vue'
import { loadingView, type TaskView } from '../model/view.ts'
import { createTaskCalls, noRegistry, type TaskCalls } from '../registry/task-calls.ts'
import type { Task } from '../run/task.ts'
import { registryKey } from './registry-key.ts'

/** Whose task is shown. */
export interface UseTaskOptions {
  /** Followed when it is a ref or a getter. Default: the user that this page signed in, whoever that is. */
  readonly userId?: MaybeRefOrGetter<string | undefined>
}

/** A task as a component sees it. */
export interface ShownTask<Payload, Result> extends TaskCalls<Payload, Result> {
  /** Its value is the same reference until something of it changed. `loading` on a server and while hydrating. */
  readonly view: Readonly<ShallowRef<TaskView>>
}

/**
 * The view of a task as a ref, and its calls. The task may be a ref or a getter, which is then followed. It is
 * watched until the component (or the effect scope) ends. Throws `invalid-argument` when nothing is provided
 * under `registryKey`; a registry without such a task is an error of the component, `unknown-task`.
 *
 * @example
 * const { view, trigger, cancel } = useTask(courseSync)
 */
export function useTask<Scope extends string, Payload, Result, StageName extends string>(
  task: MaybeRefOrGetter<Task<Scope, Payload, Result, StageName>>,
  { userId }: UseTaskOptions = {},
): ShownTask<Payload, Result> {
  const provided = inject(registryKey, undefined)
  const registry = provided === undefined ? noRegistry() : provided
  // A plain `ref` wraps what is in it, and a wrapped definition is not the one that the registry has.
  const findTask = () => toRaw(toValue(task))
  const findTarget = () => ({ registry, task: findTask(), userId: toValue(userId) })
  const findLoading = () =>
    loadingView('', findTask().scope, toValue(userId) ?? null, { state: 'ok' })
  const view = shallowRef(findLoading())
  // A server renders once, and ends no scope.
  const isServer = inject(ssrContextKey, null) !== null
  // A component that takes over the server's elements must first show what the server showed.
  const isHydrating = Boolean(getCurrentInstance()?.vnode.el)
  const isLive = shallowRef(!isHydrating)
  if (isHydrating) onMounted(() => (isLive.value = true))
  if (!isServer) {
    watch(
      [isLive, findTask, () => toValue(userId)],
      ([live, shownTask, shownUser], _, onCleanup) => {
        if (!live) return
        let isTold = false
        const subscription = registry?.watch(shownTask, { userId: shownUser }).subscribe(next => {
          isTold = true
          view.value = next
        })
        // Without a registry, or with a closed one: the view of the task before is none of this one.
        if (!isTold) view.value = findLoading()
        onCleanup(() => subscription?.unsubscribe())
      },
      // At once: what is read after a change is of the new task.
      { immediate: true, flush: 'sync' },
    )
  }
  return { view, ...createTaskCalls(findTarget) }
}

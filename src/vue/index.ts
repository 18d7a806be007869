/** Entry `leasehold/vue`: a task in a component of Vue 3. */
export type { TaskCalls } from '../registry/task-calls.ts'
export { registryKey } from './registry-key.ts'
export { type ShownTask, useTask, type UseTaskOptions } from './use-task.ts'

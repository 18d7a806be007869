'use client'
/** Entry `leasehold/react`: a task in a component of React 18 or 19. */
export type { TaskCalls } from '../registry/task-calls.ts'
export { RegistryProvider, type RegistryProviderProps } from './registry-provider.ts'
export { type ShownTask, useTask, type UseTaskOptions } from './use-task.ts'

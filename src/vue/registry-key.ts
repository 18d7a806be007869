/** How do components find their registry? */
import type { InjectionKey } from 'vue'
import type { TaskRegistry } from '../registry/task-registry.ts'

/**
 * What the registry of a page is provided under; `null` where there is none, as on a server: all views are
 * `loading`.
 *
 * @example
 * createApp(App).provide(registryKey, registry).mount('#app')
 */
export const registryKey: InjectionKey<TaskRegistry | null> = Symbol('leasehold registry')

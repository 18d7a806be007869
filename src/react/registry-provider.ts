/** How do components find their registry? */
import {
  type Context,
  createContext,
  createElement,
  type FunctionComponentElement,
  type ProviderProps,
  type ReactNode,
  useMemo,
} from 'react'
import type { TaskRegistry } from '../registry/task-registry.ts'
import { createShownTasks, type FindShown } from './shown-tasks.ts'

/** What the provider is given. */
export interface RegistryProviderProps {
  /** The registry of this page; `null` where there is none, as on a server: all views are `loading`. */
  readonly registry: TaskRegistry | null
  readonly children?: ReactNode
}

/** `null`: no provider. */
export const ShownTasksContext: Context<FindShown | null> =
  /* @__PURE__ */ createContext<FindShown | null>(null)

/**
 * Gives all components below it their registry. It neither closes it nor signs anybody in.
 *
 * @example
 * root.render(<RegistryProvider registry={registry}><App /></RegistryProvider>)
 */
export function RegistryProvider({
  registry,
  children,
}: RegistryProviderProps): FunctionComponentElement<ProviderProps<FindShown | null>> {
  const value = useMemo(() => createShownTasks(registry), [registry])
  return createElement(ShownTasksContext.Provider, { value }, children)
}

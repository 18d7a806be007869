/** How tools of the library look into a registry, without a wider public object. */
import { RegistryError } from '../model/error.ts'
import type { Store } from '../port/store.ts'
import type { Impatient } from './impatient.ts'
import type { Ledger } from './ledger.ts'
import type { ResolvedOptions } from './options.ts'
import type { TaskRegistry } from './task-registry.ts'

/** The parts behind a registry that tools use. */
export interface Inside {
  readonly options: ResolvedOptions
  readonly store: Store
  readonly ledger: Ledger
  readonly impatient: Impatient
}

// Of the symbols of the whole context: an entry that was bundled by itself finds the same one.
const door = Symbol.for('leasehold.inside')

/** The registry, with its inside behind a door that no name leads to. Copies of the object keep it. */
export function withInside(registry: TaskRegistry, inside: Inside): TaskRegistry {
  return Object.assign(registry, { [door]: inside })
}

/** The inside of a registry. Throws `invalid-argument` for whatever `createTaskRegistry()` did not make. */
export function insideOf(registry: TaskRegistry): Inside {
  const inside = (registry as { readonly [door]?: Inside } | null)?.[door]
  if (inside) return inside
  throw new RegistryError(
    'invalid-argument',
    'expected a registry of createTaskRegistry(), found something else: pass that object, or a copy with all its members.',
  )
}

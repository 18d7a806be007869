/** Runs a snippet as it stands, in the app that a test made around it. */
import { onTestFinished } from 'vitest'
import * as leasehold from '../../src/index.ts'
import { type Memory, memoryStore } from '../../src/store/memory.ts'
import * as triggers from '../../src/trigger/index.ts'
import { evaluateBlock } from './evaluate-block.ts'
import type { CodeBlock } from './pages.ts'
import type { Surroundings } from './surroundings.ts'

/** Where the snippet's registry keeps its records, and how it is told apart from other tests'. */
export interface Origin {
  readonly name: string
  readonly memory: Memory
  /** Sees every transaction on a key. */
  readonly onTransaction?: () => void
}

/** Runs a snippet, its own imports included; only the store is one in memory. */
export async function runBlock(
  block: CodeBlock,
  app: Partial<Surroundings> | Readonly<Record<string, unknown>>,
  origin: Origin,
): Promise<leasehold.TaskRegistry> {
  const made: leasehold.TaskRegistry[] = []
  const modules: Readonly<Record<string, unknown>> = {
    leasehold: {
      ...leasehold,
      createTaskRegistry(options: leasehold.RegistryOptions) {
        const registry = leasehold.createTaskRegistry({
          ...options,
          name: origin.name,
          store: countingStore(origin),
        })
        made.push(registry)
        return registry
      },
    },
    'leasehold/triggers': triggers,
  }
  await evaluateBlock(block, modules, { ...app })
  const [registry] = made
  if (!registry) throw new Error(`${block.page}:${block.line} makes no registry`)
  onTestFinished(async () => {
    await registry.close({ force: true })
  })
  return registry
}

function countingStore({ memory, onTransaction }: Origin): leasehold.StoreFactory {
  const make = memoryStore(memory)
  return context => {
    const store = make(context)
    return {
      ...store,
      transact(address, decide, options) {
        onTransaction?.()
        return store.transact(address, decide, options)
      },
    }
  }
}

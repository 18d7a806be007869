/** A person takes a key from its owner: what an app's support tool may call without the element. */
import { decideForceRelease, type ForceReleaseResult } from '../model/decide-force-release.ts'
import { RegistryError } from '../model/error.ts'
import { encodeKey, parseKey, type TaskKey } from '../model/key.ts'
import { insideOf } from '../registry/inside.ts'
import type { TaskRegistry } from '../registry/task-registry.ts'

/**
 * Takes a key from the owner that holds it under `fence`, and nobody else: when another one has it
 * meanwhile, nothing happens (`other-fence`). The fence rises, so that the next commit of the old owner is
 * refused, and so are its requests by a server that compares fences; the checkpoint stays, and any tab that
 * may run the key goes on there. All tabs are told at once. What the old owner is doing besides is not
 * stopped: its stage may run beside its successor until it next asks the registry.
 *
 * For support, when waiting for the end of the lease is no answer. `key`: as views name it, or its parts;
 * the task need not be known here. Throws `invalid-argument` for what is no key; rejects with
 * `store-unavailable` when the store has not answered within 5 s, and counts if it lands later.
 *
 * @example
 * const { running } = registry.snapshot(courseSync)
 * if (running) await forceRelease(registry, running.key, running.fence)
 */
export async function forceRelease(
  registry: TaskRegistry,
  key: string | TaskKey,
  fence: number,
): Promise<ForceReleaseResult> {
  const { ledger, impatient, options } = insideOf(registry)
  const { userId } = partsOf(key)
  const self = { agent: registry.agent, agentLabel: options.environment.label() }
  const address = { key: typeof key === 'string' ? key : encodeKey(key), userId }
  const landing = ledger.transact(address, state => decideForceRelease(state, fence, self))
  return (await impatient(landing, 'release by force')).result
}

function partsOf(key: string | TaskKey): TaskKey {
  const parts = typeof key === 'string' ? parseKey(key) : key
  if (parts) return parts
  throw new RegistryError(
    'invalid-argument',
    `forceRelease(): expected a key like 'userId|scope', found ${JSON.stringify(key)}; pass view.key.`,
  )
}

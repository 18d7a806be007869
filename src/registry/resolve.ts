/** Which key a caller means: a task, a key, or its string form. */
import { RegistryError } from '../model/error.ts'
import { checkName, encodeKey, parseKey, type TaskKey } from '../model/key.ts'
import type { AnyTask } from '../run/task.ts'

/** How a key is named by callers: by task (of the signed-in user), by key, or by its string form. */
export type Address = AnyTask | TaskKey | string

/** The implicit user where accounts are not used. */
export const implicitUser = 'local'

/** What a caller meant. */
export interface Resolved {
  readonly task: AnyTask
  /** `null`: the user that this agent signed in. */
  readonly userId: string | null
}

/** Finds the task and the user. Throws `unknown-task` or `invalid-argument`. */
export function resolveAddress(
  address: Address,
  userId: string | undefined,
  tasks: ReadonlyMap<string, AnyTask>,
): Resolved {
  if (typeof address === 'string') {
    const key = parseKey(address)
    if (!key) {
      throw new RegistryError(
        'invalid-argument',
        `'${address}' is not the string form of a key; expected 'userId|scope'. Pass the task or { userId, scope } instead.`,
      )
    }
    return { task: taskOf(key.scope, tasks), userId: key.userId }
  }
  if (address === null || typeof address !== 'object') {
    throw new RegistryError(
      'invalid-argument',
      `expected a task, { userId, scope } or 'userId|scope', found ${address === null ? 'null' : typeof address}.`,
    )
  }
  const task = taskOf(checkName(address.scope, 'scope'), tasks)
  if ('definition' in address) {
    if (address.definition !== task.definition) conflict(task.scope)
    return { task, userId: userId === undefined ? null : checkName(userId, 'userId') }
  }
  return { task, userId: checkName(address.userId, 'userId') }
}

function taskOf(scope: string, tasks: ReadonlyMap<string, AnyTask>): AnyTask {
  const task = tasks.get(scope)
  if (task) return task
  const known = [...tasks.keys()].join(', ') || 'none'
  throw new RegistryError(
    'unknown-task',
    `no task is defined for the scope '${scope}' (defined: ${known}). Pass it to createTaskRegistry({ tasks }) or registry.define(task).`,
    { scope },
  )
}

/** Two definitions of one scope would make it a matter of chance which one runs. */
export function conflict(scope: string): never {
  throw new RegistryError(
    'task-conflict',
    `two definitions of the scope '${scope}'. Define each task once, in a module that everybody imports.`,
    { scope },
  )
}

/** The key and its string form. */
export function addressOf(userId: string, scope: string): TaskKey & { readonly key: string } {
  return { userId, scope, key: encodeKey({ userId, scope }) }
}

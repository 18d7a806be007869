/** Which key, and what is to be done for it. */
import type { TaskDefinition } from '../run/task.ts'

/** A key that this agent can run. */
export interface RunTarget {
  readonly key: string
  readonly userId: string
  readonly scope: string
  readonly definition: TaskDefinition
}

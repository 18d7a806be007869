/** Arms the triggers of every task for every signed-in user, and disarms them. */
import { checkJson } from '../model/bounds.ts'
import type { Schedule } from '../model/schedule.ts'
import type { TriggerRequest } from '../model/trigger.ts'
import type { Clock } from '../port/clock.ts'
import type { Environment } from '../port/environment.ts'
import type { FiredTrigger } from '../port/trigger-source.ts'
import type { AnyTask } from '../run/task.ts'
import { addressOf } from './resolve.ts'
import type { RunTarget } from './run-target.ts'

/** What arming needs of its agent. */
export interface ArmingDeps {
  readonly environment: Environment
  readonly clock: Clock
  /** A source fired. */
  fire(target: RunTarget, request: TriggerRequest): void
  /** A source broke, or fired a payload that cannot be stored. */
  onError(error: unknown): void
}

/** The armed triggers of an agent. */
export interface Arming {
  /** Arms and disarms so that exactly these tasks are armed for exactly these users. */
  update(tasks: Iterable<AnyTask>, users: readonly string[]): void
  stop(): void
}

/** The schedules that a task declares. */
export function schedulesOf(task: Pick<RunTarget, 'definition'>): readonly Schedule[] {
  return task.definition.triggers.flatMap(source =>
    source.kind === 'schedule' ? [source.schedule] : [],
  )
}

/** Makes an arming with nothing armed. */
export function createArming(deps: ArmingDeps): Arming {
  const armed = new Map<string, readonly (() => void)[]>()

  /** What a source fires is checked here: thrown into the source it would break that. */
  function fire(target: RunTarget, fired: FiredTrigger): void {
    try {
      deps.fire(target, requestOf(fired))
    } catch (error) {
      deps.onError(error)
    }
  }

  function arm(target: RunTarget): readonly (() => void)[] {
    const disarm: (() => void)[] = []
    for (const source of target.definition.triggers) {
      if (source.kind !== 'signal') continue
      try {
        disarm.push(
          source.arm({
            environment: deps.environment,
            clock: deps.clock,
            fire: fired => fire(target, fired),
            onError: deps.onError,
          }),
        )
      } catch (error) {
        deps.onError(error)
      }
    }
    return disarm
  }

  function disarm(key: string): void {
    for (const stop of armed.get(key) ?? []) {
      try {
        stop()
      } catch (error) {
        deps.onError(error)
      }
    }
    armed.delete(key)
  }

  return {
    update(tasks, users) {
      const wanted = new Map<string, RunTarget>()
      for (const task of tasks) {
        for (const userId of users) {
          const address = addressOf(userId, task.scope)
          wanted.set(address.key, { ...address, definition: task.definition })
        }
      }
      for (const key of armed.keys()) if (!wanted.has(key)) disarm(key)
      for (const [key, target] of wanted) {
        if (armed.has(key)) continue
        // Entered first: a source may fire while it is being armed.
        armed.set(key, [])
        armed.set(key, arm(target))
      }
    },
    stop() {
      for (const key of armed.keys()) disarm(key)
    },
  }
}

function requestOf({ source, brings, payload }: FiredTrigger): TriggerRequest {
  return {
    source,
    brings,
    byUser: false,
    ...(payload === undefined ? {} : { payload: checkJson(payload, 'payload') }),
  }
}

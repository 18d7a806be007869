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
  onError(error: unknown, where: string): void
}

/** The armed triggers of an agent. */
export interface Arming {
  /** Arms and disarms so that exactly these tasks are armed for exactly these users. */
  update(tasks: Iterable<AnyTask>, users: readonly string[]): void
  stop(): void
}

/** What is armed for one key. */
interface Armed {
  readonly stops: (() => void)[]
  isOver: boolean
}

/** The schedules that a task declares. */
export function schedulesOf(task: Pick<RunTarget, 'definition'>): readonly Schedule[] {
  return task.definition.triggers.flatMap(source =>
    source.kind === 'schedule' ? [source.schedule] : [],
  )
}

/** Makes an arming with nothing armed. */
export function createArming(deps: ArmingDeps): Arming {
  const armed = new Map<string, Armed>()
  /** How often it was said what is to be armed: what was said before counts no more. */
  let said = 0

  function arm(target: RunTarget, entry: Armed): void {
    for (const source of target.definition.triggers) {
      if (source.kind !== 'signal') continue
      const report = (error: unknown): void =>
        deps.onError(error, `task '${target.scope}', trigger '${source.name}'`)
      const reporting = (work: () => void): void => {
        try {
          work()
        } catch (error) {
          report(error)
        }
      }
      reporting(() => {
        const stop = source.arm({
          environment: deps.environment,
          clock: deps.clock,
          // What a source fires is checked here: thrown into the source it would break that.
          fire: fired => reporting(() => deps.fire(target, requestOf(fired))),
          onError: report,
        })
        entry.stops.push(() => reporting(stop))
      })
      // A source is code of the app, which may sign out or stop the agent while it is armed.
      if (entry.isOver) return end(entry)
    }
  }

  function end(entry: Armed): void {
    entry.isOver = true
    for (const stop of entry.stops.splice(0)) stop()
  }

  function disarm(key: string): void {
    const entry = armed.get(key)
    armed.delete(key)
    if (entry) end(entry)
  }

  return {
    update(tasks, users) {
      const mine = ++said
      const wanted = new Map<string, RunTarget>()
      for (const task of tasks) {
        for (const userId of users) {
          const { scope, definition } = task
          const { key } = addressOf(userId, scope)
          wanted.set(key, { key, userId, scope, definition })
        }
      }
      for (const key of armed.keys()) if (mine === said && !wanted.has(key)) disarm(key)
      for (const [key, target] of wanted) {
        if (mine !== said) return
        if (armed.has(key)) continue
        // Entered first: a source may fire while it is being armed.
        const entry: Armed = { stops: [], isOver: false }
        armed.set(key, entry)
        arm(target, entry)
      }
    },
    stop() {
      said++
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

/** Is what the author of a task wrote a task? Each answer says what was expected and what was found. */
import { RegistryError } from '../model/error.ts'
import type { RetryPolicy } from '../model/facts.ts'
import type { Json } from '../model/json.ts'
import { checkOptions, foundIn, type OptionKinds } from '../model/options.ts'
import type { Schedule } from '../model/schedule.ts'
import type { WhenRunning } from '../model/trigger.ts'
import type { Stage, StageOptions } from './stage.ts'
import type { TaskOptions } from './task.ts'

const modes: readonly WhenRunning[] = ['auto', 'join', 'buffer', 'restart', 'skip']

/** What is said about the whole task. Numbers are looked at where their bounds stand. */
const taskKinds: OptionKinds<
  TaskOptions<string, Json, Json> & Record<'stages' | 'run' | 'migrate', unknown>
> = {
  scope: 'string',
  version: 'any',
  payload: 'object',
  result: 'object',
  triggers: 'any',
  whenRunning: 'any',
  seal: 'any',
  mergePayload: 'function',
  migrate: 'function',
  minIntervalMs: 'any',
  debounceMs: 'any',
  maxWaitMs: 'any',
  retry: { attempts: 'any', baseMs: 'any', capMs: 'any' } satisfies OptionKinds<RetryPolicy>,
  stallMs: 'any',
  maxRunMs: 'any',
  network: 'boolean',
  when: 'function',
  takeoverGraceMs: 'any',
  onSettled: 'function',
  stages: 'function',
  run: 'function',
}

const stageKinds: OptionKinds<StageOptions<Json>> = { cursor: 'object', incremental: 'boolean' }

/** Checks names and kinds of all that is said about a task, and its sources. Throws `invalid-task`. */
export function checkTask(
  scope: string,
  options: TaskOptions<string, Json, Json> & { readonly stages?: unknown; readonly run?: unknown },
): void {
  checkOptions(options, taskKinds, `task '${scope}'`, 'invalid-task')
  if (options.seal !== undefined) oneOf(scope, 'seal', options.seal, ['manual'])
  checkTriggers(scope, options.triggers ?? [])
  if ((options.stages === undefined) === (options.run === undefined)) {
    refuseTask(scope, "give either 'stages' or, for a single step, 'run'")
  }
}

/** Checks what is said about one stage. Throws `invalid-task`. */
export function checkStageOptions(scope: string, options: object): void {
  checkOptions(options, stageKinds, `task '${scope}', stage()`, 'invalid-task')
}

/** Checks the stages of a task: their names, and that each was made by `stage()`. Throws `invalid-task`. */
export function checkStages(scope: string, stages: ReadonlyMap<string, Stage<Json, Json>>): void {
  if (stages.size === 0) refuseTask(scope, 'it needs at least one stage')
  for (const [name, stage] of stages) {
    // Objects list integer-like names first, whatever the order they were written in.
    if (/^\d+$/.test(name))
      refuseTask(
        scope,
        `the stage name '${name}' looks like a number, which would change the order of the stages; name it by a word`,
      )
    if (typeof stage?.work !== 'function')
      refuseTask(
        scope,
        `the stage '${name}' must be made by stage(fn), found ${foundIn(stage?.work ?? stage)}`,
      )
  }
}

/** What happens to a trigger while the task runs; default `auto`. Throws `invalid-task`. */
export function modeOf(scope: string, mode: WhenRunning = 'auto'): WhenRunning {
  return oneOf(scope, 'whenRunning', mode, modes)
}

/** A duration from `least` on, ms. Throws `invalid-task`. */
export function duration(scope: string, name: string, value: number, least = 0): number {
  if (typeof value === 'number' && value >= least && Number.isFinite(value)) return value
  return refuseTask(
    scope,
    `'${name}' must be a number of milliseconds from ${least} on, found ${foundIn(value)}`,
  )
}

/** An integer from `least` on. Throws `invalid-task`. */
export function integer(scope: string, name: string, value: number, least: number): number {
  if (Number.isInteger(value) && value >= least) return value
  return refuseTask(scope, `'${name}' must be an integer from ${least} on, found ${foundIn(value)}`)
}

function oneOf<Value>(scope: string, name: string, value: Value, known: readonly Value[]): Value {
  if (known.includes(value)) return value
  return refuseTask(scope, `'${name}' must be one of ${known.join(', ')}, found ${foundIn(value)}`)
}

/** A source that was not called, or is not there, would arm nothing and say nothing. */
function checkTriggers(scope: string, triggers: readonly unknown[]): void {
  if (!Array.isArray(triggers)) {
    refuseTask(scope, `'triggers' must be a list of sources, found ${foundIn(triggers)}`)
  }
  const ids = new Set<string>()
  for (const [i, source] of triggers.entries()) {
    const { kind, arm, schedule } = (source ?? {}) as Partial<Record<string, unknown>>
    if (typeof arm === 'function') continue
    if (kind === 'schedule') {
      const { id } = schedule as Schedule
      if (ids.has(id))
        refuseTask(
          scope,
          `triggers[${i}] is a second schedule with the id '${id}': give each its own 'id'`,
        )
      ids.add(id)
      continue
    }
    refuseTask(
      scope,
      `triggers[${i}] must be what foreground(), online(), every(ms) or change(source) returns, found ${foundIn(source)}${typeof source === 'function' ? '; call it' : ''}`,
    )
  }
}

/** Throws `invalid-task`: what was expected of the task, and what was found. */
export function refuseTask(scope: string, message: string): never {
  throw new RegistryError('invalid-task', `task '${scope}': ${message}.`, { scope })
}

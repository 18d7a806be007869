/** Makes a task from what its author wrote, checked once. */
import { RegistryError } from '../model/error.ts'
import type { MigrateFrom, MigrateTo, RetryPolicy, TaskPolicy } from '../model/facts.ts'
import type { Json } from '../model/json.ts'
import { checkName } from '../model/key.ts'
import { checkOptions, foundIn, type OptionKinds } from '../model/options.ts'
import type { WhenRunning } from '../model/trigger.ts'
import type { Stage, StageBuilder, StageFunction, StageOptions } from './stage.ts'
import type { Task, TaskOptions } from './task.ts'

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

/** Debounced triggers wait at most for so many times `debounceMs`, when the task does not say. */
const maxWaitDefault = 10

const stageKinds: OptionKinds<StageOptions<Json>> = { cursor: 'object', incremental: 'boolean' }

/** The names of a task's stages; the only one of a task without `stages` is called `running`. */
export type StageNames<Stages> = [keyof Stages] extends [never]
  ? 'running'
  : Extract<keyof Stages, string>

/**
 * Defines a task with stages, or with one step as `run`: a trigger that comes while a task of one
 * step runs joins it. Throws `invalid-task`, or
 * `invalid-argument` for a scope that is no text of 1 to 256 characters.
 *
 * @example
 * const courseSync = defineTask({
 *   scope: 'course_sync',
 *   version: 2,
 *   migrate: ({ bookmarks }) => ({ bookmarks: { pulling: bookmarks['pull']?.cursor ?? null } }),
 *   stages: stage => ({
 *     pulling: stage(pull, { cursor: type<string>(), incremental: true }),
 *     pushing: stage(push),
 *   }),
 * })
 */
export function defineTask<
  const Scope extends string,
  Payload = null,
  Result = null,
  // oxlint-disable-next-line typescript/no-generated-empty-object-type -- a task of one step names no stage
  const Stages extends Record<string, Stage<Payload, Result>> = Record<never, never>,
>(
  options: TaskOptions<Scope, Payload, Result> & {
    /**
     * Called when a run goes on, or starts, after another `version` of the task (or one with other
     * stages) left a checkpoint or bookmarks: brings them into the form of this version. What it does
     * not return is dropped. Inside the deciding transaction: synchronous, pure, perhaps called
     * again; if it throws, the run is `failed: fatal` with that error. Default: nothing is kept.
     */
    readonly migrate?: (from: MigrateFrom) => MigrateTo<NoInfer<StageNames<Stages>>>
  } & (
      | {
          readonly stages: (stage: StageBuilder<Payload, Result>) => Stages
          readonly run?: never
        }
      | { readonly run: StageFunction<null, Payload, Result>; readonly stages?: never }
    ),
): Task<Scope, Payload, Result, StageNames<Stages>>
export function defineTask(
  options: TaskOptions<string, Json, Json> & {
    readonly stages?: (stage: StageBuilder<Json, Json>) => Record<string, Stage<Json, Json>>
    readonly run?: StageFunction<null, Json, Json>
    readonly migrate?: (from: MigrateFrom) => MigrateTo
  },
): Task<string, Json, Json, string> {
  const scope = checkName(options?.scope, 'scope')
  checkOptions(options, taskKinds, `task '${scope}'`, 'invalid-task')
  if (options.seal !== undefined) oneOf(scope, 'seal', options.seal, ['manual'])
  const { triggers = [] } = options
  checkTriggers(scope, triggers)
  const stages = collectStages(scope, options)
  const policy: TaskPolicy = {
    scope,
    version: integer(scope, 'version', options.version ?? 1, 1),
    stages: [...stages].map(([name, stage]) => ({ name, incremental: stage.incremental })),
    seals: options.seal === 'manual' ? 'manual' : stages.size > 1 ? 'last-stage' : 'never',
    whenRunning: oneOf(scope, 'whenRunning', options.whenRunning ?? 'auto', modes),
    minIntervalMs: duration(scope, 'minIntervalMs', options.minIntervalMs ?? 10_000),
    ...debounceOf(scope, options),
    network: options.network ?? true,
    retry: {
      attempts: integer(scope, 'retry.attempts', options.retry?.attempts ?? 12, 1),
      baseMs: duration(scope, 'retry.baseMs', options.retry?.baseMs ?? 2_000),
      capMs: duration(scope, 'retry.capMs', options.retry?.capMs ?? 15 * 60_000),
    },
    ...(options.mergePayload ? { mergePayload: options.mergePayload } : {}),
    ...(options.migrate ? { migrate: options.migrate } : {}),
  }
  return {
    scope,
    definition: {
      policy,
      stages: new Map([...stages].map(([name, stage]) => [name, stage.work])),
      triggers,
      fenced: null,
      stallMs: duration(scope, 'stallMs', options.stallMs ?? 600_000, 1),
      maxRunMs:
        options.maxRunMs === undefined ? null : duration(scope, 'maxRunMs', options.maxRunMs, 1),
      takeoverGraceMs: duration(scope, 'takeoverGraceMs', options.takeoverGraceMs ?? 0),
      when: options.when ?? null,
      onSettled: options.onSettled ?? null,
    },
  }
}

function collectStages(
  scope: string,
  options: {
    readonly stages?: (stage: StageBuilder<Json, Json>) => Record<string, Stage<Json, Json>>
    readonly run?: StageFunction<null, Json, Json>
  },
): Map<string, Stage<Json, Json>> {
  const build: StageBuilder<Json, Json> = (work, stageOptions = {}) => {
    checkOptions(stageOptions, stageKinds, `task '${scope}', stage()`, 'invalid-task')
    return {
      work: work as StageFunction<Json, Json, Json>,
      incremental: stageOptions.incremental ?? false,
    }
  }
  if ((options.stages === undefined) === (options.run === undefined)) {
    fail(scope, "give either 'stages' or, for a single step, 'run'")
  }
  const made = options.stages
    ? options.stages(build)
    : { running: build(options.run as StageFunction<Json, Json, Json>) }
  const stages = new Map(Object.entries(made))
  if (stages.size === 0) fail(scope, 'it needs at least one stage')
  for (const [name, stage] of stages) {
    // Objects list integer-like names first, whatever the order they were written in.
    if (/^\d+$/.test(name))
      fail(
        scope,
        `the stage name '${name}' looks like a number, which would change the order of the stages; name it by a word`,
      )
    if (typeof stage?.work !== 'function')
      fail(
        scope,
        `the stage '${name}' must be made by stage(fn), found ${foundIn(stage?.work ?? stage)}`,
      )
  }
  return stages
}

/** A source that was not called, or is not there, would arm nothing and say nothing. */
function checkTriggers(scope: string, triggers: readonly unknown[]): void {
  if (!Array.isArray(triggers)) {
    fail(scope, `'triggers' must be a list of sources, found ${foundIn(triggers)}`)
  }
  for (const [i, source] of triggers.entries()) {
    const { kind, arm } = (source ?? {}) as { readonly kind?: unknown; readonly arm?: unknown }
    if (kind === 'schedule' || typeof arm === 'function') continue
    fail(
      scope,
      `triggers[${i}] must be what foreground(), online(), every(ms) or change(source) returns, found ${foundIn(source)}${typeof source === 'function' ? '; call it' : ''}`,
    )
  }
}

/** One that may wait less than it must would not be debounced. */
function debounceOf(
  scope: string,
  options: Pick<TaskOptions<string, Json, Json>, 'debounceMs' | 'maxWaitMs'>,
): Pick<TaskPolicy, 'debounceMs' | 'maxWaitMs'> {
  const debounceMs = duration(scope, 'debounceMs', options.debounceMs ?? 0)
  const maxWaitMs = duration(
    scope,
    'maxWaitMs',
    options.maxWaitMs ?? debounceMs * maxWaitDefault,
    debounceMs,
  )
  return { debounceMs, maxWaitMs }
}

function duration(scope: string, name: string, value: number, least = 0): number {
  if (typeof value === 'number' && value >= least && Number.isFinite(value)) return value
  return fail(
    scope,
    `'${name}' must be a number of milliseconds from ${least} on, found ${foundIn(value)}`,
  )
}

function oneOf<Value>(scope: string, name: string, value: Value, known: readonly Value[]): Value {
  if (known.includes(value)) return value
  return fail(scope, `'${name}' must be one of ${known.join(', ')}, found ${foundIn(value)}`)
}

function integer(scope: string, name: string, value: number, least: number): number {
  if (Number.isInteger(value) && value >= least) return value
  return fail(scope, `'${name}' must be an integer from ${least} on, found ${foundIn(value)}`)
}

function fail(scope: string, message: string): never {
  throw new RegistryError('invalid-task', `task '${scope}': ${message}.`, { scope })
}

/** Makes a task from what its author wrote. */
import type { MigrateFrom, MigrateTo, TaskPolicy } from '../model/facts.ts'
import type { Json } from '../model/json.ts'
import { checkName } from '../model/key.ts'
import type { Stage, StageBuilder, StageFunction } from './stage.ts'
import {
  checkStageOptions,
  checkStages,
  checkTask,
  duration,
  integer,
  modeOf,
} from './task-checks.ts'
import type { Task, TaskOptions } from './task.ts'

/** Debounced triggers wait at most for so many times `debounceMs`, when the task does not say. */
const maxWaitDefault = 10

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
  checkTask(scope, options)
  const { triggers = [] } = options
  const stages = collectStages(scope, options)
  const policy: TaskPolicy = {
    scope,
    version: integer(scope, 'version', options.version ?? 1, 1),
    stages: [...stages].map(([name, stage]) => ({ name, incremental: stage.incremental })),
    seals: options.seal === 'manual' ? 'manual' : stages.size > 1 ? 'last-stage' : 'never',
    whenRunning: modeOf(scope, options.whenRunning),
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
    checkStageOptions(scope, stageOptions)
    return {
      work: work as StageFunction<Json, Json, Json>,
      incremental: stageOptions.incremental ?? false,
    }
  }
  const made = options.stages
    ? options.stages(build)
    : { running: build(options.run as StageFunction<Json, Json, Json>) }
  const stages = new Map(Object.entries(made))
  checkStages(scope, stages)
  return stages
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

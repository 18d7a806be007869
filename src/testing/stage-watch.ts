/** Tells when stage functions are called, commit and return. */
import type { Json } from '../model/json.ts'
import type { StageFunction, TaskRun } from '../run/stage.ts'
import type { AnyTask } from '../run/task.ts'

/** One call of a stage function. */
export interface StageCall {
  readonly agent: string
  readonly key: string
  readonly runId: string
  readonly stage: string
  readonly fence: number
  readonly attempt: number
  readonly takeovers: number
  /** What tells it to stop. */
  readonly signal: AbortSignal
  /** Whether the stage is one that begins sealed. */
  readonly beginsSealed: boolean
  /** Where it began. */
  readonly cursor: Json
  /** Cursors whose commit was confirmed to it. */
  readonly committed: Json[]
  returned: boolean
}

/** What is told of stage functions. */
export interface StageWitness {
  entered(call: StageCall): void
  /** A write of this call was confirmed to it. */
  wrote(call: StageCall, verb: string): void
  left(call: StageCall): void
}

/** The same task, watched. */
export function watchStages(task: AnyTask, agent: string, witness: StageWitness): AnyTask {
  const { policy } = task.definition
  const sealed = policy.seals === 'last-stage' ? policy.stages.at(-1)?.name : undefined
  const stages = [...task.definition.stages].map(
    ([stage, work]) => [stage, watch(stage, work)] as const,
  )
  return { ...task, definition: { ...task.definition, stages: new Map(stages) } }

  function watch(
    stage: string,
    work: StageFunction<Json, Json, Json>,
  ): StageFunction<Json, Json, Json> {
    return async run => {
      const { key, runId, fence, attempt, takeovers, signal } = run
      const call: StageCall = {
        agent,
        key,
        runId,
        stage,
        fence,
        attempt,
        takeovers,
        signal,
        beginsSealed: stage === sealed,
        cursor: run.cursor ?? null,
        committed: [],
        returned: false,
      }
      witness.entered(call)
      try {
        await work(watchRun(run, call))
      } finally {
        call.returned = true
        witness.left(call)
      }
    }
  }

  function watchRun(run: TaskRun<Json, Json, Json>, call: StageCall): TaskRun<Json, Json, Json> {
    const { commit, seal } = run
    const watched: Pick<TaskRun<Json, Json, Json>, 'commit' | 'seal'> = {
      async commit(cursor, options) {
        await commit(cursor, options)
        call.committed.push(cursor)
        witness.wrote(call, 'commit')
      },
      async seal() {
        await seal()
        witness.wrote(call, 'seal')
      },
    }
    // Not an object that inherits from it: its shape would keep the world until the next full collection.
    return Object.assign(run, watched)
  }
}

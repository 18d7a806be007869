/** Where a run goes on after its attempt or its owner ended. */
import type { TaskPolicy } from './facts.ts'
import type { Checkpoint, RecoveryChoice, Run } from './run.ts'

/** Where to go on, and why there. */
export interface Recovery {
  readonly choice: RecoveryChoice
  /** The stage to call next; `null`: none is left, only the settle. */
  readonly stage: string | null
  /** The checkpoint to go on with. */
  readonly checkpoint: Checkpoint
}

/**
 * Resume at the checkpoint; finished stages never repeat. A checkpoint of another task version, or
 * one that names an unknown stage, starts from the beginning, unless the task's `migrate` has
 * brought it up to date.
 */
export function chooseRecovery(checkpoint: Checkpoint, policy: TaskPolicy): Recovery {
  if (isForeign(checkpoint, policy)) {
    const fresh = freshCheckpoint(policy, checkpoint.sealed)
    return { choice: 'restart', stage: fresh.stage, checkpoint: fresh }
  }
  const names = policy.stages.map(stage => stage.name)
  const stage = names.find(name => !checkpoint.finished.includes(name)) ?? null
  if (stage === null) return { choice: 'skip', stage, checkpoint }
  const begun = checkpoint.finished.length > 0 || checkpoint.cursor !== null
  return {
    choice: begun ? 'resume' : 'restart',
    stage,
    checkpoint: {
      ...checkpoint,
      stage,
      cursor: stage === checkpoint.stage ? checkpoint.cursor : null,
    },
  }
}

/** Whether a checkpoint says nothing to this version of the task. */
export function isForeign(checkpoint: Checkpoint, policy: TaskPolicy): boolean {
  const names = policy.stages.map(stage => stage.name)
  const known = checkpoint.stage === null || names.includes(checkpoint.stage)
  return (
    !known ||
    checkpoint.taskVersion !== policy.version ||
    checkpoint.finished.some(name => !names.includes(name))
  )
}

/** A checkpoint at which nothing has happened. */
export function freshCheckpoint(policy: TaskPolicy, sealed: boolean): Checkpoint {
  const stage = policy.stages[0]?.name ?? null
  return { taskVersion: policy.version, finished: [], stage, cursor: null, sealed }
}

/**
 * A further attempt of an unfinished run, where its checkpoint says. One that says nothing to this
 * version of the task is left to the acquisition, which brings it up to date.
 */
export function continued(run: Run, policy: TaskPolicy, resetAttempts: boolean): Run {
  const attempt = run.state === 'waiting' ? run.attempt + 1 : run.attempt
  const counters = resetAttempts
    ? { attempt: 1, counted: 0, failures: 0, quickRetried: false }
    : { attempt }
  if (isForeign(run.checkpoint, policy)) return { ...run, ...counters }
  const { choice, checkpoint } = chooseRecovery(run.checkpoint, policy)
  return { ...run, ...counters, checkpoint, recovery: choice }
}

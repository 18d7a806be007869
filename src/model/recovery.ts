/** Where a run goes on after its attempt or its owner ended. */
import type { TaskPolicy } from './facts.ts'
import type { Checkpoint, RecoveryChoice, Run } from './record.ts'

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
 * one that names an unknown stage, starts from the beginning.
 */
export function chooseRecovery(checkpoint: Checkpoint, policy: TaskPolicy): Recovery {
  const names = policy.stages.map(stage => stage.name)
  const known = checkpoint.stage === null || names.includes(checkpoint.stage)
  if (
    !known ||
    checkpoint.taskVersion !== policy.version ||
    checkpoint.finished.some(name => !names.includes(name))
  ) {
    const stage = names[0] ?? null
    const fresh = {
      taskVersion: policy.version,
      finished: [],
      stage,
      cursor: null,
      sealed: checkpoint.sealed,
    }
    return { choice: 'restart', stage, checkpoint: fresh }
  }
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

/** A further attempt of an unfinished run, where its checkpoint says. */
export function continued(run: Run, policy: TaskPolicy, resetAttempts: boolean): Run {
  const { choice, checkpoint } = chooseRecovery(run.checkpoint, policy)
  const attempt = run.state === 'waiting' ? run.attempt + 1 : run.attempt
  const counters = resetAttempts
    ? { attempt: 1, counted: 0, failures: 0, quickRetried: false }
    : { attempt }
  return { ...run, ...counters, checkpoint, recovery: choice }
}

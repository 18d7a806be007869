/** What another version of a task left behind, brought into the form of the version that goes on. */
import { checkJson } from './bounds.ts'
import { RegistryError } from './error.ts'
import type { AgentFacts, MigrateTo, TaskPolicy } from './facts.ts'
import type { Bookmark, TaskRecord } from './record.ts'
import type { Checkpoint, Run } from './run.ts'
import { freshCheckpoint, isForeign } from './recovery.ts'
import { describeThrown } from './retry.ts'

type Bookmarks = TaskRecord['bookmarks']

/** A run and the bookmarks that it begins with, both in the form of the task's present version. */
export interface UpToDate {
  readonly run: Run
  readonly bookmarks: Bookmarks
}

/**
 * Asks the task's `migrate` for what is not of its version; what that does not return is dropped.
 * Where it throws, the run fails with that error, and the bookmarks stay for a version that can
 * read them.
 */
export function upToDate(
  record: TaskRecord,
  run: Run,
  policy: TaskPolicy,
  facts: Pick<AgentFacts, 'redact'>,
  now: number,
): UpToDate {
  const { bookmarks } = record
  const isCheckpointForeign = isForeign(run.checkpoint, policy)
  const isStale = ({ taskVersion }: Bookmark): boolean => taskVersion !== policy.version
  if (!isCheckpointForeign && !Object.values(bookmarks).some(isStale)) return { run, bookmarks }
  const begun = isCheckpointForeign && hasBegun(run.checkpoint) ? run.checkpoint : null
  const restarted: Run = isCheckpointForeign
    ? { ...run, recovery: 'restart', checkpoint: freshCheckpoint(policy, run.checkpoint.sealed) }
    : run
  const split = Object.entries(bookmarks)
  const own = Object.fromEntries(split.filter(([, bookmark]) => !isStale(bookmark)))
  const stale = Object.fromEntries(split.filter(([, bookmark]) => isStale(bookmark)))
  const hasStale = Object.keys(stale).length > 0
  if (!policy.migrate || !(begun || hasStale)) return { run: restarted, bookmarks: own }
  try {
    const answer = checkAnswer(policy.migrate({ checkpoint: begun, bookmarks: stale }), policy)
    const checkpoint = begun && answer.checkpoint && moved(begun, answer.checkpoint, policy)
    return {
      run: checkpoint ? { ...restarted, recovery: 'migrate', checkpoint } : restarted,
      bookmarks: { ...own, ...bookmarksOf(answer, policy, now) },
    }
  } catch (thrown) {
    const { error } = describeThrown(thrown, facts.redact)
    const fault = { ...error, failureClass: 'fatal' as const }
    return { run: { ...restarted, ...(begun ? { recovery: 'migrate' } : {}), fault }, bookmarks }
  }
}

function hasBegun({ cursor, finished }: Checkpoint): boolean {
  return cursor !== null || finished.length > 0
}

function moved(
  before: Checkpoint,
  to: NonNullable<MigrateTo['checkpoint']>,
  policy: TaskPolicy,
): Checkpoint {
  const said = to.finished ?? []
  for (const stage of [to.stage, ...said]) assertStage(stage, policy)
  const names = policy.stages.map(({ name }) => name)
  // Else one of those would run first, and the stage to go on with would begin without its cursor.
  const isOver = (name: string, i: number) => i < names.indexOf(to.stage) || said.includes(name)
  const finished = names.filter(isOver)
  return {
    taskVersion: policy.version,
    finished,
    stage: to.stage,
    cursor: checkJson(to.cursor ?? null, 'the migrated cursor'),
    sealed:
      before.sealed || (names.length - finished.length === 1 && policy.seals === 'last-stage'),
  }
}

function bookmarksOf({ bookmarks }: MigrateTo, policy: TaskPolicy, now: number): Bookmarks {
  const entries = Object.entries(bookmarks ?? {}).map(([stage, cursor]) => {
    assertStage(stage, policy)
    const checked = checkJson(cursor, `the migrated bookmark of '${stage}'`)
    return [stage, { cursor: checked, taskVersion: policy.version, at: now }] as const
  })
  return Object.fromEntries(entries)
}

function checkAnswer(answer: unknown, policy: TaskPolicy): MigrateTo {
  const isPromise = typeof (answer as { then?: unknown } | null)?.then === 'function'
  if (typeof answer === 'object' && answer !== null && !isPromise) return answer
  throw wrong(
    policy,
    `must return { checkpoint?, bookmarks? } at once, found ${isPromise ? 'a promise' : String(answer)}`,
  )
}

function assertStage(name: string, policy: TaskPolicy): void {
  if (policy.stages.some(stage => stage.name === name)) return
  const stages = policy.stages.map(stage => stage.name).join(', ')
  throw wrong(policy, `names the stage '${name}'; the task has ${stages}`)
}

function wrong({ scope }: TaskPolicy, message: string): RegistryError {
  return new RegistryError('invalid-task', `migrate() of task '${scope}' ${message}.`, { scope })
}

/** Tasks whose commits carry the app's own writes: their types, and what makes `defineTask` for them. */
import { RegistryError } from '../model/error.ts'
import type { Json } from '../model/json.ts'
import { defineTask } from './define-task.ts'
import type { CommitOptions, Stage, StageFunction, StageOptions, TaskRun } from './stage.ts'
import type { Task, TaskOptions } from './task.ts'

/** What a commit does besides storing the cursor. */
export interface FencedCommitOptions<Tx> extends CommitOptions {
  /**
   * Writes the app's rows in the commit's transaction: they land with the cursor, or neither does.
   * Called when the lease was verified, and never by an owner that lost it. It may await requests of
   * this transaction and nothing else: fetch before. It has no time limit, but holds up every key.
   */
  readonly write?: (tx: Tx) => PromiseLike<unknown>
}

/** What a stage function receives. */
export interface FencedTaskRun<Cursor, Payload, Result, Tx>
  extends Omit<TaskRun<Cursor, Payload, Result>, 'commit'> {
  /**
   * Stores how far the stage got, with the rows that belong to it: one transaction, which also renews
   * the lease. Throws what `write` threw, `foreign-await` when it awaited something else than its
   * requests, `missing-tables`, and what `TaskRun.commit` throws; the cursor has not moved then.
   */
  commit(cursor: Cursor, options?: FencedCommitOptions<Tx>): Promise<void>
}

/** The work of a stage. A promise is awaited; what it resolves to is ignored. */
export type FencedStageFunction<Cursor, Payload, Result, Tx> = (
  run: FencedTaskRun<Cursor, Payload, Result, Tx>,
) => unknown

/** Makes a stage; the cursor's type comes from the options. */
export type FencedStageBuilder<Payload, Result, Tx> = <Cursor = null>(
  work: FencedStageFunction<Cursor, Payload, Result, Tx>,
  options?: StageOptions<Cursor>,
) => Stage<Payload, Result>

/** Options that every task with fenced writes has. */
export interface FencedTaskOptions<Scope extends string, Payload, Result>
  extends TaskOptions<Scope, Payload, Result> {
  /**
   * The app's tables that `write` reads or writes, at least one. A commit with `write` waits for
   * them, and holds them; what the app does with other tables is not held up, nor holds it up.
   */
  readonly tables: readonly string[]
}

/** `defineTask` of one kind of database. */
export interface DefineFencedTask<Tx> {
  /** Defines a task with stages. Throws like `defineTask`. */
  <
    const Scope extends string,
    const Stages extends Record<string, Stage<Payload, Result>>,
    Payload = null,
    Result = null,
  >(
    options: FencedTaskOptions<Scope, Payload, Result> & {
      readonly stages: (stage: FencedStageBuilder<Payload, Result, Tx>) => Stages
    },
  ): Task<Scope, Payload, Result, Extract<keyof Stages, string>>
  /** A task of one step. */
  <const Scope extends string, Payload = null, Result = null>(
    options: FencedTaskOptions<Scope, Payload, Result> & {
      readonly run: FencedStageFunction<null, Payload, Result, Tx>
    },
  ): Task<Scope, Payload, Result, 'running'>
}

/** Makes the `defineTask` of databases that the store calls `kind`. */
export function createDefineTask<Tx>(kind: string): DefineFencedTask<Tx> {
  function define(
    options: FencedTaskOptions<string, Json, Json>,
  ): Task<string, Json, Json, string> {
    const { tables, ...rest } = options
    // The functions of the stages are given what the main entry's are, and a commit that takes `write`.
    const task: Task<string, Json, Json, string> = defineTask(
      rest as TaskOptions<string, Json, Json> & { readonly run: StageFunction<null, Json, Json> },
    )
    const definition = {
      ...task.definition,
      fenced: { kind, tables: checkTables(task.scope, tables) },
    }
    return { ...task, definition }
  }
  return define as DefineFencedTask<Tx>
}

function checkTables(scope: string, tables: unknown): readonly string[] {
  const named = (Array.isArray(tables) ? tables : []) as readonly unknown[]
  const names = named.filter(name => typeof name === 'string').filter(name => name !== '')
  if (names.length > 0 && names.length === named.length) return names
  throw new RegistryError(
    'invalid-task',
    `task '${scope}': 'tables' must name the tables that write() uses, at least one, found ${JSON.stringify(tables)}. A task that never writes so is made by defineTask of 'leasehold'.`,
    { scope },
  )
}

/** Entry `leasehold`: the registry, tasks, and every type that their use shows. */
export type { CancelResult } from './model/cancel-result.ts'
export {
  type AbortReason,
  type FailureClass,
  LeaseLost,
  RegistryError,
  type RegistryErrorCode,
} from './model/error.ts'
export type { MigrateFrom, MigrateTo, RetryPolicy, TaskPolicy } from './model/facts.ts'
export type { FailureCause, TaskError } from './model/failure.ts'
export type { HistoryRow, OutcomeStatus } from './model/history-row.ts'
export type { Json, Jsonable } from './model/json.ts'
export { encodeKey, parseKey, type TaskKey } from './model/key.ts'
export type { AgentKind } from './model/lease.ts'
export type { TaskOutcome } from './model/outcome.ts'
export { chooseRecovery, type Recovery } from './model/recovery.ts'
export type { Checkpoint, Progress, RecoveryChoice, StageTime, Wait } from './model/run.ts'
export { TaskFailure } from './model/task-failure.ts'
export type {
  Brings,
  Decision,
  DecisionReason,
  RecentDecision,
  TriggerNote,
  WhenRunning,
} from './model/trigger.ts'
export type {
  BackgroundSupport,
  RunningTaskView,
  StoreHealth,
  TaskAction,
  TaskStatus,
  TaskView,
} from './model/view.ts'
export type {
  Background,
  BackgroundEvent,
  EventAgent,
  EventTriggers,
} from './port/background.ts'
export type { Channel, ChannelFactory } from './port/channel.ts'
export type { Clock, Random, Timer } from './port/clock.ts'
export type { Environment, LifeSignal } from './port/environment.ts'
export type { HeldLock, LockRequest, Presence } from './port/presence.ts'
export type { Store, StoreContext, StoreFactory } from './port/store.ts'
export type { TriggerSource } from './port/trigger-source.ts'
export { createTaskRegistry } from './registry/create-registry.ts'
export type { SignOutOptions } from './registry/accounts.ts'
export type { RegistryOptions } from './registry/options.ts'
export type { Address } from './registry/resolve.ts'
export type {
  DrainResult,
  RegistryEvent,
  TaskHistory,
  TaskRegistry,
  TriggerAnswer,
  TriggerOptions,
  WaitOptions,
} from './registry/task-registry.ts'
export { defineTask, type StageNames } from './run/define-task.ts'
export type {
  CommitOptions,
  ProgressNote,
  Stage,
  StageBuilder,
  StageFunction,
  StageOptions,
  TaskRun,
} from './run/stage.ts'
export type { AnyTask, RunOutcome, SettledRun, Task, TaskOptions } from './run/task.ts'
export { type TypeOf, type } from './run/type-of.ts'

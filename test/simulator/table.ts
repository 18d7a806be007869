/** A key of two tabs whose stage does what the test says, for the cells of a table. */
import { type AnyTask, defineTask, type TaskOptions, type TaskRun } from 'leasehold'
import type { AgentApp, SimAgent, SimTrigger } from 'leasehold/testing'
import type { TriggerOptions } from '../../src/registry/task-registry.ts'
import type { Json } from '../../src/model/json.ts'
import { courses, type Scene, type SceneOptions, setScene } from './support.ts'

/** What a stage function receives. */
export type TableRun = TaskRun<number, Json, null>

/** The two columns, and an automatic trigger that brings something. */
export const automatic: TriggerOptions<Json> = { source: 'widget', brings: 'nothing' }
export const news: TriggerOptions<Json> = { source: 'change', brings: 'news' }
export const press: TriggerOptions<Json> = { source: 'manual' }

/** Both columns, for rows that treat them alike, or nearly so. */
export const both = [
  ['automatic', automatic],
  ['by the user', press],
] as const satisfies readonly [readonly ['automatic', unknown], readonly ['by the user', unknown]]

/** The scene of one cell. */
export interface Table extends Scene {
  readonly a: SimAgent
  readonly b: SimAgent
  /** What stage functions do from now on. At first: nothing, they return. */
  does(work: (run: TableRun) => unknown): void
  /** How many stage functions were called, in any tab. */
  calls(): number
  /** Asks; resolves with the answer there, but for one that the store keeps back. */
  ask(agent: SimAgent, options: TriggerOptions<Json>): Promise<SimTrigger>
  /** What became of it, as a cell reads: `deferred: paused`; what is buffered always has a follow-up. */
  told(agent: SimAgent, options: TriggerOptions<Json>): Promise<string>
  /** A press in the first tab whose stage function was called and does `work`. */
  begin(work: (run: TableRun) => unknown, options?: TriggerOptions<Json>): Promise<SimTrigger>
  /** A press in the first tab that has come to its end. */
  finish(work?: (run: TableRun) => unknown): Promise<SimTrigger>
  /** The view of the key in a tab that watches it. */
  view(agent: SimAgent): ReturnType<SimAgent['registry']['snapshot']>
}

/** How the task and its world differ. */
export interface TableOptions extends Omit<SceneOptions, 'tasks' | 'triggers'> {
  readonly task?: (app: AgentApp) => Partial<TaskOptions<string, Json, null>>
}

/** Sets it: both tabs have signed in, and watch the key. A run follows another at once, unless the task says else. */
export async function setTable({ task, ...options }: TableOptions): Promise<Table> {
  let work: (run: TableRun) => unknown = () => undefined
  let calls = 0
  const define = (app: AgentApp): AnyTask =>
    defineTask({
      version: app.version,
      minIntervalMs: 0,
      ...task?.(app),
      scope: 'course_sync',
      stages: stage => ({
        working: stage<number>(async run => {
          calls++
          await work(run)
        }),
      }),
    })
  const scene = setScene({ ...options, tasks: app => [define(app)] })
  const { world } = scene
  const a = await scene.open('a')
  const b = await scene.open('b')
  for (const agent of [a, b]) world.watch(agent, courses)
  await world.settle()

  async function ask(agent: SimAgent, asked: TriggerOptions<Json>): Promise<SimTrigger> {
    const trigger = await world.trigger(agent, courses, asked)
    await world.until('it is answered', () => trigger.answer !== null)
    return trigger
  }

  async function begin(
    doing: (run: TableRun) => unknown,
    asked: TriggerOptions<Json> = press,
  ): Promise<SimTrigger> {
    work = doing
    const before = calls
    const trigger = await ask(a, asked)
    await world.until('it is called', () => calls === before + 1)
    await world.until('all have heard of it', () => !world.isBusy())
    return trigger
  }

  return {
    ...scene,
    a,
    b,
    ask,
    begin,
    does(doing) {
      work = doing
    },
    calls: () => calls,
    async told(agent, asked) {
      const { answer } = await ask(agent, asked)
      const { decision, reason, followUp } = answer ?? {}
      const more = followUp && decision !== 'buffered' ? ' + follow-up' : ''
      return `${decision}${reason ? `: ${reason}` : ''}${more}`
    },
    async finish(doing = () => undefined) {
      const trigger = await begin(doing)
      await world.until('it has come to its end', () => trigger.outcome !== null && !world.isBusy())
      work = () => undefined
      return trigger
    },
    view: agent => agent.registry.snapshot(courses),
  }
}

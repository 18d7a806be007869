/** How does this library do the work of a column, on one of its stores? */
import {
  type AnyTask,
  createTaskRegistry,
  defineTask,
  type TaskRegistry,
  type TaskView,
  type TriggerAnswer,
} from 'leasehold'
import { fillDatabase } from './fill.ts'
import type { Meeting } from './meeting.ts'
import { type PlaceKind, placeOf, type StageRun } from './places.ts'
import { gate, sample, type Subject } from './subject.ts'
import type { Sample } from './window.ts'

/** Which store, under which name, and how long its leases last. */
export interface LeaseholdOptions {
  readonly kind: 'idb' | 'dexie' | 'memory'
  readonly subject: string
  readonly ttlMs: number
  readonly meeting: Meeting
}

/** A stage function that was called, and stays. */
interface Called {
  readonly run: StageRun
  /** By this tab's clock, ms. */
  readonly at: number
  /** It returns. */
  finish(): void
}

/** A registry with its measured task. */
interface Bed {
  readonly registry: TaskRegistry
  readonly task: AnyTask
  /** Who waits for the stage to be called; without anybody it returns at once. */
  readonly waiting: ((called: Called) => void)[]
  presses: number
}

interface Started {
  readonly called: Called
  readonly answer: TriggerAnswer<unknown>
}

const userId = 'u1'
const duplicates = 1_000

/** Signs in, as each page of an app does. */
export async function leasehold({
  kind,
  subject,
  ttlMs,
  meeting,
}: LeaseholdOptions): Promise<Subject> {
  const bed = await createBed(kind, `bench-${subject}`, ttlMs)
  let withRows: Promise<Bed> | null = null
  /** The run that goes on from one measurement to the next. */
  let lasting: Started | null = null
  let commits = 0
  let taken: Called | null = null
  const many = new Map<number, AnyTask>()

  async function hold(of: Bed): Promise<Called> {
    if (!lasting) {
      lasting = await start(of)
      // What the start told other tabs is not what is measured next.
      await pause(100)
    }
    return lasting.called
  }

  async function rest(): Promise<void> {
    const last = lasting
    lasting = null
    last?.called.finish()
    await last?.answer.done
  }

  async function within(measure: (run: StageRun) => Promise<unknown>): Promise<Sample> {
    const { called, answer } = await start(bed)
    const measured = await sample(async () => void (await measure(called.run)))
    called.finish()
    await answer.done
    return measured
  }

  async function press(): Promise<void> {
    joinedBy(await bed.registry.trigger(bed.task, pressOf(bed)))
  }

  const inEveryTab: Subject['operations'] = {
    join: () => sample(press),
    async 'commit-write'() {
      const rowsKind = kind === 'idb' ? 'idb-rows' : kind
      const { run } = await hold(
        await (withRows ??= createBed(rowsKind, `bench-${subject}-rows`, ttlMs)),
      )
      commits += 1
      return sample(() => run.commitRow(commits))
    },
    async view() {
      const { run } = await hold(bed)
      // Two commits of one millisecond give the lease the same end, and a view nothing new.
      await pause(2)
      commits += 1
      return sample(() => {
        const seen = meeting.seen(subject)
        void run.commit(commits)
        return seen
      })
    },
  }

  return {
    operations: {
      async start() {
        const next = nextCall(bed)
        let answered: Promise<TriggerAnswer<unknown>> | undefined
        const measured = await sample(async () => {
          answered = bed.registry.trigger(bed.task, pressOf(bed))
          return (await next).at
        })
        ;(await next).finish()
        await (await answered)?.done
        return measured
      },
      async 'join-own'() {
        await hold(bed)
        return sample(press)
      },
      renew: () => within(run => run.ensure(ttlMs)),
      async commit() {
        const { run } = await hold(bed)
        commits += 1
        return sample(() => run.commit(commits))
      },
      seal: () => within(run => run.seal()),
      async settle() {
        const { called, answer } = await start(bed)
        return sample(async () => {
          called.finish()
          await answer.done
        })
      },
      async duplicates() {
        await hold(bed)
        return sample(async () => {
          for (let n = 0; n < duplicates; n += 1) joinedBy(await bed.registry.trigger(bed.task))
        })
      },
      ...(kind === 'memory' ? {} : inEveryTab),
    },
    rest,
    observe(onChange) {
      bed.registry.watch(bed.task).subscribe(() => onChange(performance.now()))
    },
    async lead(onCalled) {
      await hold(bed)
      onCalled()
    },
    async follow(onCalled) {
      bed.waiting.push(called => {
        taken = called
        onCalled()
      })
      await untilRunning(bed)
    },
    async leave() {
      bed.waiting.length = 0
      taken?.finish()
      taken = null
      await rest()
      await untilIdle(bed)
    },
    async defineMany(from, to) {
      for (let n = from; n < to; n += 1) {
        const task = defineTask({ scope: `key-${n}`, run: () => undefined })
        many.set(n, task)
        bed.registry.define(task)
      }
    },
    async watchMany(from, to) {
      for (let n = from; n < to; n += 1) {
        const task = many.get(n)
        if (!task) throw new Error(`task ${n} was not defined`)
        bed.registry.watch(task).subscribe()
      }
      await untilLoaded(bed, [...many.values()])
    },
    async fill(amount) {
      const { database } = placeOf(kind, `bench-${subject}`)
      if (database) await fillDatabase(database, amount)
    },
  }
}

async function createBed(kind: PlaceKind, name: string, ttlMs: number): Promise<Bed> {
  const place = placeOf(kind, name)
  const waiting: Bed['waiting'] = []
  const task = place.define(async run => {
    const at = performance.now()
    const { opened, open } = gate()
    const heard = waiting.splice(0)
    if (heard.length === 0) return
    for (const hear of heard) hear({ run, at, finish: open })
    await opened
  })
  const registry = createTaskRegistry({ name, tasks: [task], store: place.store, lease: { ttlMs } })
  await registry.signIn(userId)
  return { registry, task, waiting, presses: 0 }
}

/** A person's trigger that equals no other: equal ones share a transaction within 100 ms, or wait for it. */
function pressOf(bed: Bed): { readonly source: string; readonly byUser: true } {
  bed.presses += 1
  return { source: `press ${bed.presses}`, byUser: true }
}

/** Another answer is not the work that is measured. */
function joinedBy({ decision }: TriggerAnswer<unknown>): void {
  if (decision !== 'joined') throw new Error(`expected a join, found ${decision}`)
}

function nextCall({ waiting }: Bed): Promise<Called> {
  return new Promise(resolve => waiting.push(resolve))
}

async function start(bed: Bed): Promise<Started> {
  const next = nextCall(bed)
  const answer = await bed.registry.trigger(bed.task, pressOf(bed))
  if (answer.decision !== 'started')
    throw new Error(`expected a start, found ${answer.decision}: ${answer.reason}`)
  return { called: await next, answer }
}

function untilRunning(bed: Bed): Promise<void> {
  return untilView(bed, ({ running }) => running !== null)
}

function untilIdle(bed: Bed): Promise<void> {
  return untilView(bed, ({ status }) => status === 'idle')
}

function untilView({ registry, task }: Bed, isSo: (view: TaskView) => boolean): Promise<void> {
  return new Promise(resolve => {
    const watching = registry.watch(task).subscribe(view => {
      if (!isSo(view)) return
      resolve()
      queueMicrotask(() => watching.unsubscribe())
    })
  })
}

/** Their first views come from the store. */
async function untilLoaded({ registry }: Bed, tasks: readonly AnyTask[]): Promise<void> {
  while (tasks.some(task => registry.snapshot(task).status === 'loading')) await pause(10)
}

function pause(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms))
}

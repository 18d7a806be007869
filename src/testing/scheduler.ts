/** Everything that may happen next in a simulated world, and which of it does. */
import type { Timer } from '../port/clock.ts'
import type { SeededRandom } from './seeded-random.ts'

/** One thing that happens: the beginning of a transaction, a message, a grant, a due timer. */
export interface SimEvent {
  /** To whom it happens; `null`: to nobody who could be frozen or killed. */
  readonly owner: string | null
  /** Who caused it, where that is another. */
  readonly from?: string
  readonly label: string
  /** Whether it is late while its owner's timers are throttled. */
  readonly throttles?: boolean
  readonly run: () => void
}

/** Owns every event of a world. */
export interface Scheduler {
  /** Events of one lane happen in the order in which they were added; lanes are independent. */
  add(lane: string, event: SimEvent): void
  /** An event that cannot happen before `dueAt` on the monotonic clock. */
  addTimer(dueAt: number, event: SimEvent): Timer
  /** Picks one event that may happen now, and forgets it; `null` when nothing may. */
  take(now: number, random: SeededRandom): SimEvent | null
  /** When the next timer of somebody awake is due; `null` when there is none. */
  nextTimerAt(): number | null
  timersOf(owner: string): number
  /** Whether anything but a timer may happen to somebody awake. */
  isBusy(): boolean
  /** Nothing happens to the owner until `release`. */
  hold(owner: string): void
  release(owner: string): void
  /** Timers of the owner fire only at multiples of `everyMs`, as those of a hidden page; `null`: on time. */
  throttle(owner: string, everyMs: number | null): void
  /** The events that are ready in a lane happen now, whoever is held. */
  flush(lane: string): void
  /** The owner is gone, and with it all that was to happen to it. */
  remove(owner: string): void
  /** Forgets the events of nobody that `choose` picks. */
  drop(choose: (event: SimEvent) => boolean): void
}

interface DueEvent {
  readonly dueAt: number
  readonly event: SimEvent
}

/** Makes a scheduler without events. */
export function createScheduler(): Scheduler {
  const lanes = new Map<string, SimEvent[]>()
  const timers: DueEvent[] = []
  const held = new Set<string>()
  const throttled = new Map<string, number>()

  const isAwake = ({ owner }: SimEvent): boolean => owner === null || !held.has(owner)

  function firesAt({ dueAt, event: { owner, throttles } }: DueEvent): number {
    const everyMs = throttles && owner !== null ? throttled.get(owner) : undefined
    return everyMs === undefined ? dueAt : Math.ceil(dueAt / everyMs) * everyMs
  }

  /** Timers of one owner fire in the order of their instants. */
  function dueTimers(now: number): DueEvent[] {
    const seen = new Set<string | null>()
    const due: DueEvent[] = []
    for (const timer of timers) {
      if (timer.dueAt > now) break
      const { event } = timer
      if (seen.has(event.owner) || !isAwake(event) || firesAt(timer) > now) continue
      seen.add(event.owner)
      due.push(timer)
    }
    return due
  }

  return {
    add(lane, event) {
      const queue = lanes.get(lane)
      if (queue) queue.push(event)
      else lanes.set(lane, [event])
    },
    addTimer(dueAt, event) {
      const timer: DueEvent = { dueAt, event }
      let at = timers.length
      while (at > 0 && (timers[at - 1]?.dueAt ?? 0) > dueAt) at--
      timers.splice(at, 0, timer)
      return {
        cancel() {
          const index = timers.indexOf(timer)
          if (index >= 0) timers.splice(index, 1)
        },
      }
    },
    take(now, random) {
      const ready: string[] = []
      for (const [lane, [first]] of lanes) if (first && isAwake(first)) ready.push(lane)
      const due = dueTimers(now)
      const total = ready.length + due.length
      if (total === 0) return null
      const chosen = random.below(total)
      const lane = ready[chosen]
      if (lane !== undefined) {
        const queue = lanes.get(lane) as SimEvent[]
        const event = queue.shift() as SimEvent
        if (queue.length === 0) lanes.delete(lane)
        return event
      }
      const timer = due[chosen - ready.length] as DueEvent
      timers.splice(timers.indexOf(timer), 1)
      return timer.event
    },
    nextTimerAt() {
      let next: number | null = null
      for (const timer of timers) {
        // Late ones only come later: what is due after the earliest cannot be before it.
        if (next !== null && timer.dueAt >= next) break
        if (isAwake(timer.event)) next = Math.min(next ?? Number.POSITIVE_INFINITY, firesAt(timer))
      }
      return next
    },
    timersOf: owner => timers.filter(({ event }) => event.owner === owner).length,
    isBusy() {
      for (const [, [first]] of lanes) if (first && isAwake(first)) return true
      return false
    },
    hold: owner => void held.add(owner),
    release: owner => void held.delete(owner),
    throttle(owner, everyMs) {
      if (everyMs === null) throttled.delete(owner)
      else throttled.set(owner, everyMs)
    },
    flush(lane) {
      const ready = lanes.get(lane) ?? []
      lanes.delete(lane)
      for (const event of ready) event.run()
    },
    remove(owner) {
      held.delete(owner)
      throttled.delete(owner)
      dropFrom(event => event.owner === owner)
      for (let at = timers.length - 1; at >= 0; at--)
        if (timers[at]?.event.owner === owner) timers.splice(at, 1)
    },
    drop: choose => dropFrom(event => event.owner === null && choose(event)),
  }

  function dropFrom(choose: (event: SimEvent) => boolean): void {
    for (const [lane, queue] of lanes) {
      const staying = queue.filter(event => !choose(event))
      if (staying.length > 0) lanes.set(lane, staying)
      else lanes.delete(lane)
    }
  }
}

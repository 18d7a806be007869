/** What must hold of a service worker: in which time it runs, how long that is, and what it leaves. */
import { leftForLater } from '../model/left-for-later.ts'
import type { TaskRecord } from '../model/record.ts'
import type { UserRecord } from '../model/user-record.ts'
import type { EventAgent } from '../port/background.ts'
import type { LandedWrite } from './sim-journal.ts'

/** What the rules of events ask of their world. */
export interface EventFacts {
  step(): number
  monotonic(): number
  now(): number
  /** For how long the agent has been awake, ms; 0 while it is not. */
  awakeForMs(agent: string): number
  isWorker(agent: string): boolean
  /** Whether nothing starts in the agent any more. */
  hasEnded(agent: string): boolean
  records(): Iterable<TaskRecord>
  /** Whether the agent has the task of that record, in no older version. */
  mayGoOn(agent: string, record: TaskRecord): boolean
  user(userId: string): UserRecord | null
}

/** One event of a worker. */
export interface ServedEvent {
  readonly agent: string
  /** Step at which it began. */
  readonly since: number
}

/** What an event came to. */
export type EventAnswer = Awaited<ReturnType<EventAgent['serve']>>

/** Remembers events, and tells what they break. */
export interface EventRules {
  began(agent: string, budgetMs: number): ServedEvent
  ended(event: ServedEvent, answer: EventAnswer | null): readonly string[]
  /** A stage function is called in the agent. */
  entered(agent: string): readonly string[]
  /** It is asked to sign somebody out. */
  signingOut(agent: string): void
  landed(write: LandedWrite): void
  /** What is stored of the user is another. */
  landedUser(userId: string): void
  /** A step was made. */
  look(): readonly string[]
  /** Whether things may start in the agent now: anywhere but in a worker, always. */
  isInTime(agent: string): boolean
  isServing(agent: string): boolean
  /** For how long the time of its events has been over, ms; negative while it is not. */
  overForMs(agent: string): number
  forget(agent: string): void
}

interface Serving {
  readonly events: Set<ServedEvent>
  /** When the time of all of them is over, by the monotonic clock. */
  overAt: number
  lookedAt: number
  /** For how long it has been awake since the latest of them began, ms. */
  awakeMs: number
}

/** Whatever a stage does, an event ends so long after the latest one began, ms. */
const atMostMs = 36_000
/** Each of its three timers may wait for its turn, ms. */
const patienceMs = 1_000

/** Makes them; no event has been served. */
export function createEventRules(facts: EventFacts): EventRules {
  const serving = new Map<string, Serving>()
  const writes = new Map<string, { readonly by: string; readonly step: number }>()
  const userSteps = new Map<string, number>()
  const leaving = new Set<string>()

  function overForMs(agent: string): number {
    const overAt = serving.get(agent)?.overAt ?? Number.NEGATIVE_INFINITY
    return facts.monotonic() - overAt
  }

  const isInTime = (agent: string): boolean => !facts.isWorker(agent) || overForMs(agent) < 0

  /** What others wrote while the event lasted need not have reached it. */
  function isKnown({ agent, since }: ServedEvent, { key, userId }: TaskRecord): boolean {
    const write = writes.get(key)
    const isOwn = write?.by === agent || (write?.step ?? 0) <= since
    return isOwn && (userSteps.get(userId) ?? 0) <= since
  }

  return {
    began(agent, budgetMs) {
      const now = facts.monotonic()
      const event = { agent, since: facts.step() }
      const before = serving.get(agent)
      serving.set(agent, {
        events: new Set([...(before?.events ?? []), event]),
        overAt: Math.max(before?.overAt ?? Number.NEGATIVE_INFINITY, now + budgetMs),
        lookedAt: now,
        awakeMs: 0,
      })
      return event
    },
    ended(event, answer) {
      const { agent } = event
      const left = serving.get(agent)
      left?.events.delete(event)
      if (left?.events.size === 0) serving.delete(agent)
      if (!answer) return ['an event has an answer, whatever happens']
      // What is of a user whom it is signing out is nobody's to go on with, whatever the store says.
      if (answer.isLeft || facts.hasEnded(agent) || leaving.has(agent)) return []
      return [...facts.records()]
        .filter(record => {
          const user = facts.user(record.userId)
          const isMeant = facts.mayGoOn(agent, record) && isKnown(event, record)
          return isMeant && leftForLater(record, user, facts.now()) !== null
        })
        .map(({ key }) => `an event that says so leaves nothing behind (${key})`)
    },
    entered: agent =>
      isInTime(agent) ? [] : ['in a service worker a stage is called only during an event'],
    signingOut: agent => void leaving.add(agent),
    landed({ by, key, after }) {
      if (after) writes.set(key, { by, step: facts.step() })
    },
    landedUser: userId => void userSteps.set(userId, facts.step()),
    look() {
      const broken: string[] = []
      const now = facts.monotonic()
      for (const [agent, each] of serving) {
        // What passed while it was frozen, or while the device slept, does not count.
        each.awakeMs += Math.min(now - each.lookedAt, facts.awakeForMs(agent))
        each.lookedAt = now
        if (each.awakeMs > atMostMs + patienceMs)
          broken.push(`an event ends in its time, whatever a stage or the store does (${agent})`)
      }
      return broken
    },
    isInTime,
    isServing: agent => serving.has(agent),
    overForMs,
    forget: agent => void serving.delete(agent),
  }
}

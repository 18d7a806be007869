/** Sees everything that happens in a world, and says which promise it breaks. */
import { isCurrent } from '../model/epoch.ts'
import { LeaseLost } from '../model/error.ts'
import type { HistoryRow } from '../model/history-row.ts'
import type { Json } from '../model/json.ts'
import type { TaskPolicy } from '../model/facts.ts'
import type { TaskRecord } from '../model/record.ts'
import type { UserRecord } from '../model/user-record.ts'
import { standsBack } from '../model/versions.ts'
import type { TaskView } from '../model/view.ts'
import { createAccountRules } from './rules-account.ts'
import { createDeferralRules } from './rules-deferral.ts'
import { createEventRules, type EventAnswer } from './rules-event.ts'
import { createRestRules } from './rules-rest.ts'
import { createStageRules, type StageRules } from './rules-stage.ts'
import {
  brokenByAnswer,
  brokenByOutcome,
  type KnownRuns,
  type SimTrigger,
} from './rules-trigger.ts'
import { createViewRules } from './rules-view.ts'
import { brokenByWrite } from './rules-write.ts'
import type { LandedUsers, LandedWrite } from './sim-journal.ts'
import { kindsOf, nameOf } from './witness-counts.ts'
import { eventKindsOf } from './witness-events.ts'
import type { WitnessDeps } from './witness-deps.ts'
import { rowOfAnswer } from './witness-rows.ts'
import type { StageWitness } from './stage-watch.ts'

/** Watches a world. */
export interface Witness extends StageWitness {
  landed(write: LandedWrite): void
  landedUsers(write: LandedUsers): void
  /** Something but a trigger is asked of an agent. */
  asked(agent: string): void
  /** A `signOut` is asked of it. */
  signingOut(agent: string): void
  /** A `signOut` of that user resolved; `before` and `now`: as stored when it was called, and now. */
  signedOut(agent: string, before: UserRecord | null, now: UserRecord | null): void
  /** An agent shows a new view. */
  shown(agent: string, view: TaskView): void
  /** It shows that key no longer. */
  hidden(agent: string, key: string): void
  /** An event of a service worker begins; what is returned is called with its answer, `null` when it failed. */
  woken(agent: string, budgetMs: number): (answer: EventAnswer | null) => void
  /** A step was made. */
  stepped(): void
  /** Counts that something happened. */
  count(what: string): void
  triggered(trigger: SimTrigger): void
  answered(trigger: SimTrigger): void
  settled(trigger: SimTrigger): void
  forget(agent: string): void
  /** Promises broken so far. */
  readonly broken: readonly string[]
  /** What every trigger came to, once nothing happens any more. */
  quiet(isLive: (agent: string) => boolean): readonly string[]
  readonly calls: StageRules['calls']
  readonly triggers: readonly SimTrigger[]
  readonly rows: readonly HistoryRow[]
  /** How often each kind of thing happened. */
  readonly counts: ReadonlyMap<string, number>
}

/** An older version of the app stands back from what a newer one left. */
function mayGoOn(record: TaskRecord | null, policy: TaskPolicy | undefined): boolean {
  return policy !== undefined && !standsBack(record, policy)
}

/** Who was frozen or asleep less than so long ago may be doubted, ms. */
const doubtMs = 62_000

/** The longest time after which an agent asks a store that failed whether it is back, ms. */
const longestRestMs = 31_000

/** Makes a witness that has seen nothing. */
export function createWitness(deps: WitnessDeps): Witness {
  const broken: string[] = []
  const counts = new Map<string, number>()
  const fences = new Map<string, number>()
  const holders = new Map<string, { readonly mark: string; readonly since: number }>()
  const writers = new Map<string, Set<number>>()
  const ended = new Set<string>()
  const rows: HistoryRow[] = []
  const sealedAt = new Map<string, number>()
  const endedAt = new Map<string, number>()
  const waited = new Set<string>()
  const payloads = new Map<string, Json>()
  const dropped = new Set<string>()
  const triggers: SimTrigger[] = []
  const stages = createStageRules()
  // By `assign`: a spread would give what every step asks a shape of its own in each world.
  const events = createEventRules(
    Object.assign({}, deps, {
      awakeForMs: deps.condition.awakeForMs,
      mayGoOn: (agent: string, record: TaskRecord) =>
        mayGoOn(record, deps.policy(agent, record.key)),
    }),
  )
  const rest = createRestRules(
    Object.assign({}, deps, {
      awakeForMs: deps.condition.awakeForMs,
      workers: () => deps.agents().filter(agent => deps.isWorker(agent) && deps.isLive(agent)),
      isServing: events.isServing,
      isAnyHeld: () => [...deps.records()].some(({ lease }) => lease !== null),
      isStoreWell(agent: string) {
        const mendedMs = deps.condition.mendedForMs(agent)
        // No timer fires in a sleep.
        const wellMs = Math.min(mendedMs, deps.condition.awakeForMs(agent))
        const isOver = mendedMs === Number.POSITIVE_INFINITY || wellMs > 2 * longestRestMs
        return deps.isStoreWell(agent) && isOver
      },
      isAtWork: (agent: string) => stages.keysOpen(agent).size > 0,
    }),
  )
  const accounts = createAccountRules()
  const answers = (agent: string): boolean =>
    deps.isLive(agent) &&
    deps.isStoreWell(agent) &&
    !deps.condition.wasHidden(agent) &&
    Math.min(deps.condition.awakeForMs(agent), deps.condition.losslessForMs()) >= doubtMs
  function currentRecord(key: string): TaskRecord | null {
    const record = deps.record(key)
    return record && isCurrent(record, deps.user(record.userId)) ? record : null
  }
  /** No timer fires while the device sleeps: who rested before does so afterwards. */
  function hasRested(agent: string): boolean {
    const mendedMs = deps.condition.mendedForMs(agent)
    return (
      mendedMs === Number.POSITIVE_INFINITY ||
      Math.min(mendedMs, deps.condition.calmForMs()) > longestRestMs
    )
  }

  const isCapable = (agent: string, key: string): boolean =>
    deps.isLive(agent) &&
    events.isInTime(agent) &&
    deps.isStoreWell(agent) &&
    // A store that failed rests: until the agent asks again, it has taken nothing over.
    hasRested(agent) &&
    mayGoOn(deps.record(key), deps.policy(agent, key)) &&
    !deps.hasEnded(agent) &&
    !deps.condition.isThrottled(agent) &&
    !stages.isOpen(agent, key) &&
    stages.keysOpen(agent).size < deps.places(agent)
  const deferrals = createDeferralRules({
    monotonic: deps.monotonic,
    steadyForMs: deps.condition.steadyForMs,
    calmForMs: deps.condition.calmForMs,
    record: currentRecord,
    policy: deps.policy,
    agents: deps.agents,
    missedNothing: agent =>
      deps.hasChannel &&
      deps.condition.losslessForMs() === Number.POSITIVE_INFINITY &&
      !deps.condition.wasStopped(agent),
    couldStart(agent, key) {
      const isReachable = deps.isOnline(agent) || deps.policy(agent, key)?.network === false
      return (
        isCapable(agent, key) &&
        (isReachable || deps.record(key)?.deferred?.byUser === true) &&
        !deps.condition.wasHidden(agent) &&
        deps.isGateOpen(agent, key)
      )
    },
  })
  const views = createViewRules({
    monotonic: deps.monotonic,
    now: deps.now,
    // What was left by a sign-out has no owner, whoever has not heard of it.
    record: currentRecord,
    isAnswering: (agent, key, fence) => answers(agent) && stages.isWorking(agent, key, fence),
    isLive: deps.isLive,
    onTimeForMs: agent => (deps.hasEnded(agent) ? 0 : deps.condition.onTimeForMs(agent)),
    steadyForMs: deps.condition.steadyForMs,
    calmForMs: deps.condition.calmForMs,
    isCapable,
    isLockFree: lock => deps.hasLocks && deps.holdersOf(lock).length === 0,
  })

  const runs: KnownRuns = {
    row: runId => rows.find(row => row.runId === runId),
    sealedAt: runId => sealedAt.get(runId),
    endedAt: runId => endedAt.get(runId),
    payloadOf: runId => payloads.get(runId),
    neverSeals: key => deps.neverSeals(key),
    hasWaited: runId => waited.has(runId),
    isDropped: runId => dropped.has(runId),
  }

  /** A worker looks for what it was not told of only when it is woken. */
  function isTold(agent: string): boolean {
    const isLossless = deps.condition.losslessForMs() === Number.POSITIVE_INFINITY
    return !deps.isWorker(agent) || (deps.hasChannel && isLossless)
  }

  function count(what: string): void {
    counts.set(what, (counts.get(what) ?? 0) + 1)
  }

  function isPresent(lock: string): boolean {
    return deps.holdersOf(lock).some(name => lock.includes(`:presence:${name}.`))
  }

  function report(promises: readonly string[], about: string): void {
    for (const promise of promises) broken.push(`${promise} (${about})`)
  }

  function landed(write: LandedWrite): void {
    const { by, key, before, after } = write
    const highestFence = fences.get(key) ?? 0
    const holder = holders.get(key)
    const facts = {
      highestFence,
      ended,
      nameOf,
      isPresent,
      isOpen: stages.isOpen,
      mayLackPresence: deps.mayLackPresence,
      unchangedMs: holder ? deps.monotonic() - holder.since : 0,
      clockJumped: deps.condition.hasJumped(),
      answers,
      isWorking: stages.isWorking,
    }
    const promises = [
      ...brokenByWrite(write, facts),
      ...accounts.landed(write),
      ...deferrals.landed(write),
    ]
    report(promises, promises.length > 0 ? `${by} wrote ${JSON.stringify(write)}` : key)
    for (const what of kindsOf(write, deps)) count(what)
    for (const what of eventKindsOf(write, deps.isWorker, events)) count(what)
    events.landed(write)
    if (!after) return
    fences.set(key, Math.max(highestFence, after.fence))
    const mark = after.lease ? `${after.lease.owner} ${after.lease.renewSeq}` : ''
    if (holder?.mark !== mark) holders.set(key, { mark, since: deps.monotonic() })
    if (after.lease && nameOf(after.lease.agent) === by) {
      const written = writers.get(`${by} ${key}`) ?? new Set()
      writers.set(`${by} ${key}`, written.add(after.lease.fence))
    }
    for (const row of write.rows) {
      ended.add(row.runId)
      rows.push(row)
      endedAt.set(row.runId, deps.step())
    }
    for (const waiting of [before?.buffered, before?.deferred])
      if (waiting) dropped.add(waiting.runId)
    for (const waiting of [after.buffered, after.deferred, after.run])
      if (waiting) dropped.delete(waiting.runId)
    const { run } = after
    if (run?.wait) waited.add(run.runId)
    if (run) payloads.set(run.runId, run.payload)
    if (run?.checkpoint.sealed && !sealedAt.has(run.runId)) sealedAt.set(run.runId, deps.step())
  }

  return {
    broken,
    counts,
    triggers,
    rows,
    calls: stages.calls,
    landed,
    landedUsers(write) {
      for (const { userId } of write.after) events.landedUser(userId)
      report(accounts.landedUsers(write), `${write.by} wrote users`)
    },
    signedOut: (agent, before, now) =>
      report(accounts.resolved(before, now), `${agent} signed ${before?.userId ?? 'somebody'} out`),
    shown: (agent, view) => report(views.shown(agent, view), `${agent} shows ${view.key}`),
    hidden: views.hidden,
    asked: rest.asked,
    signingOut: events.signingOut,
    stepped() {
      broken.push(...views.look(), ...deferrals.look(), ...events.look(), ...rest.look())
    },
    count,
    woken(agent, budgetMs) {
      const event = events.began(agent, budgetMs)
      return answer => {
        count(
          answer?.isLeft ? 'an event ends, something is left' : 'an event ends, nothing is left',
        )
        report(events.ended(event, answer), `event of ${agent}`)
      }
    },
    entered(call) {
      const promises = [
        ...stages.entered(call, deps.record(call.key), deps.places(call.agent)),
        ...events.entered(call.agent),
      ]
      report(promises, `${call.agent} calls ${call.stage}`)
    },
    wrote(call, verb) {
      const written = writers.get(`${call.agent} ${call.key}`) ?? new Set()
      report(stages.wrote(call, written), `${call.agent}: ${verb} in ${call.stage}`)
    },
    left(call) {
      const reason: unknown = call.signal.aborted ? call.signal.reason : null
      if (reason instanceof LeaseLost) count(`aborted: ${reason.reason}`)
      stages.left(call)
    },
    forget(agent) {
      if (events.isServing(agent)) count('a worker is killed in an event')
      events.forget(agent)
      rest.forget(agent)
      stages.forget(agent)
      views.forget(agent)
    },
    triggered(trigger) {
      triggers.push(trigger)
      rest.asked(trigger.agent)
    },
    answered(trigger) {
      const { answer, agent, key } = trigger
      count(`answer ${answer?.decision}${answer?.reason ? `: ${answer.reason}` : ''}`)
      const row = rowOfAnswer(trigger)
      if (row) count(row)
      report(brokenByAnswer(trigger, runs), `trigger ${trigger.ordinal} of ${agent} on ${key}`)
    },
    settled(trigger) {
      count(`outcome ${trigger.outcome?.status}`)
      const told = `trigger ${trigger.ordinal} of ${trigger.agent}: ${JSON.stringify(trigger.outcome)}`
      report(brokenByOutcome(trigger, runs, false), told)
    },
    quiet(isLive) {
      const found: string[] = []
      for (const trigger of triggers) {
        const about = `trigger ${trigger.ordinal} of ${trigger.agent} on ${trigger.key}`
        if (isLive(trigger.agent) && !trigger.error) {
          if (!trigger.answer) found.push(`every trigger has a decision (${about})`)
          else if (!trigger.outcome && isTold(trigger.agent))
            found.push(`every promise settles (${about})`)
        }
        for (const promise of brokenByOutcome(trigger, runs, true))
          found.push(`${promise} (${about})`)
      }
      return found
    },
  }
}

/** How a trigger gets its decision: by the own run, by the store, or together with its equals. */
import { decideTrigger } from '../model/decide-trigger.ts'
import { canonicalJson } from '../model/json.ts'
import type { DecisionReason, TriggerRequest } from '../model/trigger.ts'
import { answer, type TriggerResult } from '../model/trigger-answer.ts'
import type { UserRecord } from '../model/user-record.ts'
import type { Clock } from '../port/clock.ts'
import type { RunTarget } from './run-target.ts'
import type { Runner } from './runner.ts'

/** Equal triggers that change nothing reach the store at most once in this time, ms. */
const equalsWithinMs = 100

/** A decision, and whether the store holds it. */
export interface Submitted {
  readonly result: TriggerResult
  readonly stored: boolean
}

/** Takes triggers in. */
export interface Intake {
  submit(target: RunTarget, request: TriggerRequest): Promise<Submitted>
}

/** What the intake needs of its agent. */
export interface IntakeDeps {
  readonly clock: Clock
  readonly runner: Runner
  /** Whether somebody is known to hold the key. */
  isHeld(key: string): boolean
  /** The user, as far as this agent knows. */
  user(userId: string): UserRecord | null
  onDecided(target: RunTarget, request: TriggerRequest, decided: Submitted): void
  /** Throws while a failing store rests: only people ask it then. */
  throwIfResting(): void
  /** The store did not take a trigger: it has to be repeated. */
  onUnstored(target: RunTarget, request: TriggerRequest): void
}

/** What became of the last of a kind of trigger. */
interface Recent {
  /** `null` while it is being decided. */
  doneAt: number | null
  readonly decided: Promise<Submitted>
  next: { count: number; readonly decided: Promise<Submitted> } | null
}

/** Makes the intake. */
export function createIntake(deps: IntakeDeps): Intake {
  const { clock, runner, onDecided } = deps
  /** By key and kind, the oldest first. */
  const recent = new Map<string, Recent>()

  async function decide(target: RunTarget, request: TriggerRequest): Promise<Submitted> {
    const decided = await decideNow(target, request)
    onDecided(target, request, decided)
    return decided
  }

  async function decideNow(target: RunTarget, request: TriggerRequest): Promise<Submitted> {
    const holding = runner.holding(target.key)
    if (holding?.join(request)) return joinedOwn(holding.runId)
    // A lease that cannot be trusted: the store decides, and a renewal is due.
    holding?.keeper.renewIfDue()
    let answerOverdue: (decided: Submitted) => void = () => undefined
    const overdue = new Promise<Submitted>(resolve => {
      answerOverdue = resolve
    })
    const onOverdue = (): void => answerOverdue(unstored('store-waiting'))
    return Promise.race([overdue, decideByStore(target, request, onOverdue)])
  }

  async function decideByStore(
    target: RunTarget,
    request: TriggerRequest,
    onOverdue: () => void,
  ): Promise<Submitted> {
    // Until it is repeated the user may leave and come back: what was asked before would begin again.
    const meant = ofThisSession(target, request)
    try {
      if (!request.byUser) deps.throwIfResting()
      const { landed, begin } = await runner.attempt(target, {
        decide: (state, facts) =>
          decideTrigger(state, target, request, facts, target.definition.policy),
        willAcquire: !deps.isHeld(target.key),
        onOverdue,
      })
      // The stage starts in a task of its own, after this answer.
      begin?.()
      const { result } = landed
      return { result, stored: result.decision !== 'rejected' && !result.unwritten }
    } catch (error) {
      if (!isStoreFailure(error)) throw error
      deps.onUnstored(target, meant)
      return unstored('store-unavailable')
    }
  }

  /** The trigger as one of the sign-in that it was asked in, as far as this agent knows that. */
  function ofThisSession(target: RunTarget, request: TriggerRequest): TriggerRequest {
    return { sessionEpoch: deps.user(target.userId)?.epoch, ...request }
  }

  /** After the one before was decided: at once when that started something, else when its time is over. */
  async function after(
    before: Recent,
    kind: string,
    target: RunTarget,
    request: TriggerRequest,
  ): Promise<Submitted> {
    const decided = await before.decided.catch(() => null)
    const wait = equalsWithinMs - (clock.monotonic() - (before.doneAt ?? 0))
    const hasStarted = decided?.result.decision === 'started'
    if (wait > 0 && !hasStarted && !runner.holding(target.key))
      await new Promise<void>(resolve => clock.setTimer(wait, resolve))
    return begin(kind, target, { ...request, count: before.next?.count ?? 1 })
  }

  function begin(kind: string, target: RunTarget, request: TriggerRequest): Promise<Submitted> {
    const decided = decide(target, request)
    const entry: Recent = { doneAt: null, decided, next: null }
    forgetOld()
    recent.delete(kind)
    recent.set(kind, entry)
    void decided
      .catch(() => undefined)
      .finally(() => {
        entry.doneAt = clock.monotonic()
      })
    return decided
  }

  function isOld({ doneAt }: Recent): boolean {
    return doneAt !== null && clock.monotonic() - doneAt >= equalsWithinMs
  }

  function forgetOld(): void {
    for (const [kind, entry] of recent) {
      if (!isOld(entry)) return
      recent.delete(kind)
    }
  }

  return {
    submit(target, request) {
      const holding = runner.holding(target.key)
      if (holding?.join(request)) {
        const decided = joinedOwn(holding.runId)
        onDecided(target, request, decided)
        return Promise.resolve(decided)
      }
      const meant = ofThisSession(target, request)
      const kind = kindOf(target, meant)
      const before = request.slot ? undefined : recent.get(kind)
      if (!before || isOld(before)) return begin(kind, target, request)
      // Until its turn comes the user may leave and come back.
      if (before.next) before.next.count++
      else before.next = { count: 1, decided: after(before, kind, target, meant) }
      return before.next.decided
    },
  }
}

/** Equal triggers of a key are of one kind. */
function kindOf({ key }: RunTarget, request: TriggerRequest): string {
  const { source, byUser, brings, payload, whenRunning = null, sessionEpoch = null } = request
  return canonicalJson([
    key,
    source,
    byUser,
    brings,
    payload === undefined ? [] : [payload],
    whenRunning,
    sessionEpoch,
  ])
}

/** A join without the store: it goes along with the run's next write. */
function joinedOwn(runId: string): Submitted {
  return { result: answer('joined', null, runId), stored: false }
}

function unstored(reason: DecisionReason): Submitted {
  return { result: answer('deferred', reason), stored: false }
}

function isStoreFailure(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return code === 'store-unavailable' || code === 'store-failed'
}

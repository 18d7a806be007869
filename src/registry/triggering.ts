/** A trigger of the app: its options become a request, its decision an answer. */
import { checkJson } from '../model/bounds.ts'
import { RegistryError } from '../model/error.ts'
import type { Json } from '../model/json.ts'
import { checkName } from '../model/key.ts'
import { checkOptions, foundIn, type OptionKinds } from '../model/options.ts'
import type { TaskOutcome } from '../model/outcome.ts'
import {
  type Brings,
  defaultBrings,
  type TriggerRequest,
  type WhenRunning,
} from '../model/trigger.ts'
import type { Accounts } from './accounts.ts'
import type { Submitted, Intake } from './intake.ts'
import type { Ledger } from './ledger.ts'
import type { KnownKey } from './mirror.ts'
import type { Outcomes } from './outcomes.ts'
import type { Address } from './resolve.ts'
import { type NoUser, notSignedIn, type Target, type Targets } from './targets.ts'
import type { TriggerAnswer, TriggerOptions } from './task-registry.ts'
import type { Views } from './views.ts'

/** What triggering needs. */
export interface TriggeringDeps {
  readonly accounts: Pick<Accounts, 'ensure'>
  readonly targets: Targets
  readonly intake: Intake
  readonly outcomes: Outcomes
  readonly views: Views
  readonly ledger: Ledger
  /** Nobody is signed in for whom a trigger could be; once until one is. */
  onError(error: unknown): void
  /** Somebody waits for a key from now on. */
  onWaiting(): void
}

/** Asks for the work of a key. */
export type Trigger = (
  address: Address,
  options?: TriggerOptions<Json>,
) => Promise<TriggerAnswer<Json>>

/** Makes it. */
export function createTrigger(deps: TriggeringDeps): Trigger {
  const { accounts, targets, intake, outcomes, views, ledger } = deps
  let reported = false

  /** The answer says so, too; but what a click handler is answered is read by nobody. */
  function report(scope: string, reason: string, hint: string | null): void {
    if (!reported)
      deps.onError(
        new RegistryError(
          'invalid-argument',
          `a trigger of '${scope}' was rejected (${reason}): ${hint}`,
          { reason, scope },
        ),
      )
    reported = true
  }

  function turnedAway({ task, reason, hint }: NoUser): TriggerAnswer<Json> {
    report(task.scope, reason, hint)
    const view = views.ofNobody(task.scope, ledger.health())
    const done = Promise.resolve({ status: 'rejected' } as const)
    return { decision: 'rejected', reason, stored: false, hint, view, done }
  }

  function answer(known: KnownKey, { result, stored }: Submitted): TriggerAnswer<Json> {
    const { decision, reason, runId, followUp } = result
    const hint = hintOf(known, result)
    if (decision === 'rejected') report(known.scope, reason ?? decision, hint)
    else reported = false
    return {
      decision,
      ...(reason === null ? {} : { reason }),
      ...(runId === null ? {} : { runId }),
      ...(followUp ? { followUp } : {}),
      stored,
      ...(hint === null ? {} : { hint }),
      view: views.get(known),
      done: doneOf(known, result),
    }
  }

  function doneOf(
    known: KnownKey,
    { decision, runId }: Submitted['result'],
  ): Promise<TaskOutcome<Json>> {
    if (decision === 'skipped' || decision === 'rejected' || decision === 'deferred') {
      return Promise.resolve({ status: decision })
    }
    const done = outcomes.wait(known, runId ?? '', 'attempt')
    deps.onWaiting()
    return done
  }

  return async (address, options = {}) => {
    checkOptions(options, kinds, 'trigger()')
    accounts.ensure()
    const asked = targets.findRead(address, options.userId)
    // What joins a run of this agent is decided in this very turn.
    const found = asked instanceof Promise ? await asked : asked
    if (!found.known) return turnedAway(found)
    const { task, known } = found
    const { key, userId, scope } = known
    const target = { key, userId, scope, definition: task.definition }
    return answer(known, await intake.submit(target, requestOf(options, found)))
  }
}

const kinds: OptionKinds<TriggerOptions<Json>> = {
  source: 'any',
  byUser: 'boolean',
  brings: 'any',
  payload: 'any',
  userId: 'any',
  whenRunning: 'any',
}

function requestOf(options: TriggerOptions<Json>, { sessionEpoch }: Target): TriggerRequest {
  const { whenRunning, payload } = options
  const source = checkName(options.source ?? 'manual', 'source')
  const brings = options.brings ?? defaultBrings(source, true)
  checkOneOf(brings, 'brings', bringsAll)
  if (whenRunning !== undefined) checkOneOf(whenRunning, 'whenRunning', whenRunningAll)
  return {
    source,
    byUser: options.byUser ?? source === 'manual',
    brings,
    ...(payload === undefined ? {} : { payload: checkJson(payload, 'payload') }),
    ...(whenRunning === undefined ? {} : { whenRunning }),
    ...(sessionEpoch === undefined ? {} : { sessionEpoch }),
  }
}

const bringsAll: readonly Brings[] = ['nothing', 'news', 'maybe']
const whenRunningAll: readonly WhenRunning[] = ['auto', 'join', 'buffer', 'restart', 'skip']

/** Throws `invalid-argument`: what is stored decides for every tab. */
function checkOneOf(value: unknown, what: string, all: readonly string[]): void {
  if (all.includes(value as string)) return
  throw new RegistryError(
    'invalid-argument',
    `'${what}' must be one of ${all.join(', ')}, found ${foundIn(value)}.`,
    { what },
  )
}

function hintOf({ userId }: KnownKey, { decision, gate }: Submitted['result']): string | null {
  if (gate !== null) return gate
  if (decision !== 'rejected') return null
  return notSignedIn(userId)
}

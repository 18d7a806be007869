/** A trigger of the app: its options become a request, its decision an answer. */
import { checkJson } from '../model/bounds.ts'
import type { Json } from '../model/json.ts'
import { defaultBrings, type TriggerRequest } from '../model/trigger.ts'
import { signedOutView } from '../model/view.ts'
import type { Submitted, Intake } from './intake.ts'
import type { Ledger } from './ledger.ts'
import type { KnownKey } from './mirror.ts'
import type { Outcomes, TaskOutcome } from './outcomes.ts'
import type { Address } from './resolve.ts'
import { type NoUser, notSignedIn, type Target, type Targets } from './targets.ts'
import type { TriggerAnswer, TriggerOptions } from './task-registry.ts'
import type { Views } from './views.ts'

/** What triggering needs. */
export interface TriggeringDeps {
  readonly targets: Targets
  readonly intake: Intake
  readonly outcomes: Outcomes
  readonly views: Views
  readonly ledger: Ledger
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
  const { targets, intake, outcomes, views, ledger } = deps

  function turnedAway({ task, reason, hint }: NoUser): TriggerAnswer<Json> {
    const view = signedOutView('', task.scope, null, ledger.health())
    const done = Promise.resolve({ status: 'rejected' } as const)
    return { decision: 'rejected', reason, stored: false, hint, view, done }
  }

  function answer(known: KnownKey, { result, stored }: Submitted): TriggerAnswer<Json> {
    const { decision, reason, runId, followUp } = result
    const hint = hintOf(known, result)
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
    const found = targets.find(address, options.userId)
    if (!found.known) return turnedAway(found)
    const { task, known } = found
    const { key, userId, scope } = known
    const target = { key, userId, scope, definition: task.definition }
    return answer(known, await intake.submit(target, requestOf(options, found)))
  }
}

function requestOf(options: TriggerOptions<Json>, { sessionEpoch }: Target): TriggerRequest {
  const { source = 'manual', whenRunning, payload } = options
  return {
    source,
    byUser: options.byUser ?? source === 'manual',
    brings: options.brings ?? defaultBrings(source, true),
    ...(payload === undefined ? {} : { payload: checkJson(payload, 'payload') }),
    ...(whenRunning === undefined ? {} : { whenRunning }),
    ...(sessionEpoch === undefined ? {} : { sessionEpoch }),
  }
}

function hintOf({ userId }: KnownKey, { decision, gate }: Submitted['result']): string | null {
  if (gate !== null) return gate
  if (decision !== 'rejected') return null
  return notSignedIn(userId)
}

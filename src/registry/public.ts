/** The public object over its parts: addresses become keys, results become answers. */
import { Observable, type Subscriber } from 'rxjs'
import { checkJson } from '../model/bounds.ts'
import { decideCancel, decidePause, decideReset } from '../model/decide-control.ts'
import { RegistryError } from '../model/error.ts'
import type { Decided, StoreState } from '../model/facts.ts'
import type { Json } from '../model/json.ts'
import { defaultBrings, type TriggerRequest } from '../model/trigger.ts'
import { signedOutView, type TaskView } from '../model/view.ts'
import type { Environment } from '../port/environment.ts'
import type { AnyTask } from '../run/task.ts'
import type { Accounts } from './accounts.ts'
import type { Closing } from './closing.ts'
import type { Events } from './events.ts'
import type { Decided as DecidedTrigger, Intake } from './intake.ts'
import type { Ledger } from './ledger.ts'
import type { KnownKey, Mirror } from './mirror.ts'
import type { Outcomes, TaskOutcome } from './outcomes.ts'
import { type Address, resolveAddress } from './resolve.ts'
import type { TaskRegistry, TriggerAnswer, TriggerOptions } from './task-registry.ts'
import type { Views } from './views.ts'

/** The parts that the public object speaks to. */
export interface PublicDeps {
  readonly agent: string
  readonly environment: Environment
  readonly ledger: Ledger
  readonly mirror: Mirror
  readonly outcomes: Outcomes
  readonly intake: Intake
  readonly views: Views
  readonly accounts: Accounts
  readonly closing: Closing
  readonly events: Events
  readonly tasks: ReadonlyMap<string, AnyTask>
  addTask(task: AnyTask): void
  /** Starts to know a key. */
  track(userId: string, scope: string): KnownKey
  /** A late subscriber asks the owner of a key for its progress. */
  ask(key: string): void
  /** A subscriber came or went. */
  onListening(): void
  /** Something was resumed: what waited for it may start. */
  onResumed(): void
}

/** The public object, and what its maker tells it. */
export interface PublicPart {
  readonly registry: TaskRegistry
  /** The user of this agent may be another now. */
  followSession(): void
  /** Completes all that is observed. */
  complete(): void
}

interface Target {
  readonly task: AnyTask
  readonly known: KnownKey
  readonly sessionEpoch: number | undefined
}

/** Makes the public object. */
export function createPublic(deps: PublicDeps): PublicPart {
  const { ledger, mirror, outcomes, views, accounts, closing, tasks } = deps
  const followers = new Set<() => void>()
  const subscribers = new Set<Subscriber<TaskView>>()
  const agent = { agent: deps.agent, agentLabel: deps.environment.label() }

  function open(): void {
    if (closing.isClosed()) {
      throw new RegistryError(
        'closed',
        'the registry is closed: make a new one with createTaskRegistry().',
      )
    }
  }

  /** The key that is meant; or what to tell when no user is meant. */
  function find(
    address: Address,
    userId: string | undefined,
  ):
    | Target
    | {
        readonly task: AnyTask
        readonly reason: 'signed-out' | 'ambiguous-user'
        readonly hint: string
      } {
    open()
    const { task, userId: named } = resolveAddress(address, userId, tasks)
    if (named !== null)
      return { task, known: deps.track(named, task.scope), sessionEpoch: undefined }
    const implicit = accounts.implicit()
    if ('reason' in implicit) return { task, ...implicit }
    const { session } = implicit
    return { task, known: deps.track(session.userId, task.scope), sessionEpoch: session.epoch }
  }

  function need(address: Address, userId: string | undefined): Target {
    const found = find(address, userId)
    if ('known' in found) return found
    throw new RegistryError('invalid-argument', `no user is meant: ${found.hint}`, {
      reason: found.reason,
    })
  }

  async function trigger(
    address: Address,
    options: TriggerOptions<Json> = {},
  ): Promise<TriggerAnswer<Json>> {
    const { source = 'manual', whenRunning } = options
    const found = find(address, options.userId)
    const byUser = options.byUser ?? source === 'manual'
    const request: TriggerRequest = {
      source,
      byUser,
      brings: options.brings ?? defaultBrings(source, true),
      ...(options.payload === undefined ? {} : { payload: checkJson(options.payload, 'payload') }),
      ...(whenRunning === undefined ? {} : { whenRunning }),
      ...('sessionEpoch' in found && found.sessionEpoch !== undefined
        ? { sessionEpoch: found.sessionEpoch }
        : {}),
    }
    if (!('known' in found)) {
      const { reason, hint, task } = found
      const view = signedOutView('', task.scope, null, ledger.health())
      return {
        decision: 'rejected',
        reason,
        stored: false,
        hint,
        view,
        done: Promise.resolve({ status: 'rejected' }),
      }
    }
    const { task, known } = found
    const { key, userId, scope } = known
    const decided = await deps.intake.submit(
      { key, userId, scope, definition: task.definition },
      request,
    )
    return answer(known, decided)
  }

  function answer(known: KnownKey, { result, stored }: DecidedTrigger): TriggerAnswer<Json> {
    const { decision, reason, runId, followUp, gate } = result
    const hint =
      gate ??
      (decision === 'rejected'
        ? `${known.userId} is not signed in: call await registry.signIn('${known.userId}').`
        : null)
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
    { decision, runId }: DecidedTrigger['result'],
  ): Promise<TaskOutcome<Json>> {
    if (
      decision === 'skipped' ||
      decision === 'rejected' ||
      decision === 'deferred' ||
      runId === null
    ) {
      return Promise.resolve({
        status:
          decision === 'rejected' ? 'rejected' : decision === 'skipped' ? 'skipped' : 'deferred',
      })
    }
    const waiting = outcomes.wait(known, runId, 'attempt')
    deps.onListening()
    return waiting
  }

  async function transact<Result>(
    { known }: Target,
    decide: (state: StoreState, key: KnownKey) => Decided<Result>,
  ): Promise<Result> {
    return (await ledger.transact(known, state => decide(state, known))).result
  }

  function watch(
    address: Address,
    options: { readonly userId?: string } = {},
  ): Observable<TaskView> {
    // Checked at the call, where the mistake is.
    resolveAddress(address, options.userId, tasks)
    const follows =
      options.userId === undefined && typeof address === 'object' && 'definition' in address
    return new Observable(subscriber => {
      let stop: (() => void) | null = null
      let shown: KnownKey | null = null
      const next = (view: TaskView): void => {
        subscriber.next(view)
        if (!follows && view.status === 'signed-out' && mirror.user(view.userId ?? '') !== null)
          subscriber.complete()
      }
      const follow = (): void => {
        const found = closing.isClosed() ? null : find(address, options.userId)
        if (!found) return subscriber.complete()
        const known = 'known' in found ? found.known : null
        if (known && known === shown) return
        stop?.()
        stop = null
        shown = known
        if (!known)
          return subscriber.next(signedOutView('', found.task.scope, null, ledger.health()))
        stop = views.listen(known.key, next)
        next(views.get(known))
        deps.ask(known.key)
        deps.onListening()
      }
      subscribers.add(subscriber)
      if (follows) followers.add(follow)
      follow()
      return () => {
        subscribers.delete(subscriber)
        followers.delete(follow)
        stop?.()
        deps.onListening()
      }
    })
  }

  const registry: TaskRegistry = {
    define(task) {
      open()
      deps.addTask(task)
    },
    async signIn(userId, options = {}) {
      open()
      await accounts.signIn(userId, options)
    },
    async signOut(userId) {
      open()
      await accounts.signOut(userId)
    },
    trigger,
    watch,
    snapshot(address, options = {}) {
      const found = find(address, options.userId)
      return 'known' in found
        ? views.get(found.known)
        : signedOutView('', found.task.scope, null, ledger.health())
    },
    async getRunningTask(address, options = {}) {
      const found = find(address, options.userId)
      if (!('known' in found)) return null
      if (!found.known.record) await ledger.load(found.known)
      return views.get(found.known).running
    },
    async outcome(runId) {
      open()
      for (const known of mirror.keys()) {
        const { run, last, buffered, deferred } = known.record ?? {}
        if ([run, last, buffered, deferred].some(each => each?.runId === runId))
          return outcomes.wait(known, runId, 'end')
      }
      return { status: 'unknown' }
    },
    async cancel(address, options = {}) {
      const found = find(address, options.userId)
      if (!('known' in found)) return { cancelled: false, reason: 'signed-out' }
      return transact(found, (state, key) => decideCancel(state, key, options.runId ?? null, agent))
    },
    async pause(address, options = {}) {
      await transact(need(address, options.userId), (state, key) =>
        decidePause(state, key, true, agent),
      )
    },
    async resume(address, options = {}) {
      await transact(need(address, options.userId), (state, key) =>
        decidePause(state, key, false, agent),
      )
      deps.onResumed()
    },
    async reset(address, options = {}) {
      await transact(need(address, options.userId), (state, key) => decideReset(state, key, agent))
    },
    async history(address, options = {}) {
      const { known } = need(address, options.userId)
      const [state, runs] = await Promise.all([
        ledger.read(known),
        ledger.history(known.key, options.limit ?? 50),
      ])
      return {
        runs,
        recent: state.record?.recent ?? [],
        recentDropped: state.record?.recentDropped ?? 0,
      }
    },
    events: deps.events.observable,
    stop() {
      closing.stop()
    },
    async drain(options = {}) {
      return closing.drain(options)
    },
    async close(options = {}) {
      return closing.close(options)
    },
  }

  return {
    registry,
    followSession() {
      for (const follow of followers) follow()
    },
    complete() {
      for (const subscriber of subscribers) subscriber.complete()
      deps.events.complete()
    },
  }
}

/** The public object over its parts: addresses become keys. */
import { decideCancel, decidePause, decideReset } from '../model/decide-control.ts'
import { RegistryError } from '../model/error.ts'
import { checkOptions, type OptionKinds } from '../model/options.ts'
import type { Decided, StoreState } from '../model/facts.ts'
import type { Json } from '../model/json.ts'
import type { AnyTask } from '../run/task.ts'
import type { Accounts, SignOutOptions } from './accounts.ts'
import type { TaskOutcome } from '../model/outcome.ts'
import type { Closing } from './closing.ts'
import type { Events } from './events.ts'
import type { Impatient } from './impatient.ts'
import type { Ledger } from './ledger.ts'
import type { KnownKey, Mirror } from './mirror.ts'
import type { Outcomes } from './outcomes.ts'
import type { Address } from './resolve.ts'
import { type NoUser, notSignedIn, type Target, type Targets } from './targets.ts'
import type { TaskRegistry } from './task-registry.ts'
import type { Trigger } from './triggering.ts'
import type { Views } from './views.ts'
import type { Watching } from './watching.ts'

/** The parts that the public object speaks to. */
export interface PublicDeps {
  readonly self: { readonly agent: string; readonly agentLabel: string }
  readonly targets: Targets
  readonly trigger: Trigger
  readonly watching: Watching
  readonly ledger: Ledger
  readonly mirror: Mirror
  readonly outcomes: Outcomes
  readonly views: Views
  readonly accounts: Accounts
  readonly closing: Closing
  readonly events: Events
  readonly impatient: Impatient
  addTask(task: AnyTask): void
  /** A key is about to be resumed: who hears nothing more of that looks for it. */
  onResuming(key: string): void
  /** It was: what waited for it may start. */
  onResumed(): void
}

type Method = 'signIn' | 'cancel' | 'history' | 'drain' | 'close' | 'watch'
type OptionsOf<Name extends Method> = NonNullable<
  Parameters<TaskRegistry[Name]>[Name extends 'drain' | 'close' ? 0 : 1]
>

const kinds = {
  signIn: { fresh: 'boolean' } satisfies OptionKinds<OptionsOf<'signIn'>>,
  signOut: { userId: 'any', forget: 'boolean' } satisfies OptionKinds<SignOutOptions>,
  user: { userId: 'any' } satisfies OptionKinds<OptionsOf<'watch'>>,
  cancel: { userId: 'any', runId: 'string' } satisfies OptionKinds<OptionsOf<'cancel'>>,
  history: { userId: 'any', limit: 'amount' } satisfies OptionKinds<OptionsOf<'history'>>,
  drain: { timeoutMs: 'amount', signal: 'signal' } satisfies OptionKinds<OptionsOf<'drain'>>,
  close: {
    timeoutMs: 'amount',
    signal: 'signal',
    force: 'boolean',
  } satisfies OptionKinds<OptionsOf<'close'>>,
} as const

/** Makes the public object. */
export function createPublic(deps: PublicDeps): TaskRegistry {
  const { self, targets, ledger, mirror, outcomes, views, accounts, closing, impatient } = deps

  async function transact<Result>(
    known: KnownKey,
    what: string,
    decide: (state: StoreState) => Decided<Result>,
  ): Promise<Result> {
    return (await impatient(ledger.transact(known, decide), what)).result
  }

  /** Not done: there was nobody to do it for. */
  function assertIn({ userId }: KnownKey, done: boolean): void {
    if (done) return
    throw new RegistryError('invalid-argument', notSignedIn(userId), { userId })
  }

  async function find(
    address: Address,
    options: { readonly userId?: string | undefined },
    where: string,
    known: Parameters<typeof checkOptions>[1] = kinds.user,
  ): Promise<Target | NoUser> {
    checkOptions(options, known, where)
    return targets.findRead(address, options.userId)
  }

  /** What changes something must not fall silent when nobody is meant. */
  async function need(
    address: Address,
    options: { readonly userId?: string | undefined },
    where: string,
  ): Promise<KnownKey> {
    accounts.ensure()
    const found = await find(address, options, where)
    if (found.known) return found.known
    const { reason, hint } = found
    throw new RegistryError('invalid-argument', `${where}: no user is meant: ${hint}`, { reason })
  }

  /** The key that knows the run, or how the run ended. */
  async function findRun(runId: string): Promise<KnownKey | TaskOutcome<Json>> {
    for (const known of mirror.keys()) if (!known.loaded) await ledger.load(known)
    for (const known of mirror.keys()) {
      const { run, last, buffered, deferred } = known.record ?? {}
      if ([run, last, buffered, deferred].some(each => each?.runId === runId)) return known
    }
    return outcomes.find(runId)
  }

  return {
    agent: self.agent,
    define(task) {
      targets.assertOpen()
      deps.addTask(task)
    },
    async signIn(userId, options = {}) {
      targets.assertOpen()
      checkOptions(options, kinds.signIn, 'signIn()')
      await accounts.signIn(userId, options)
    },
    async signOut(who = {}) {
      targets.assertOpen()
      const named = typeof who === 'string' ? { userId: who } : who
      checkOptions(named, kinds.signOut, 'signOut()')
      await accounts.signOut(named)
    },
    trigger: deps.trigger,
    watch(address, options = {}) {
      checkOptions(options, kinds.user, 'watch()')
      return deps.watching.watch(address, options)
    },
    snapshot(address, options = {}) {
      checkOptions(options, kinds.user, 'snapshot()')
      const { task, known } = targets.find(address, options.userId)
      return known ? views.get(known) : views.ofNobody(task.scope, ledger.health())
    },
    async getRunningTask(address, options = {}) {
      const { known } = await find(address, options, 'getRunningTask()')
      if (!known) return null
      if (!known.record) await impatient(ledger.load(known), 'look at the key')
      return views.get(known).running
    },
    async outcome(runId) {
      targets.assertOpen()
      const found = await impatient(findRun(runId), 'question for the outcome', 'ask again')
      return 'status' in found ? found : outcomes.wait(found, runId, 'end')
    },
    async cancel(address, options = {}) {
      const { known } = await find(address, options, 'cancel()', kinds.cancel)
      const { runId = null } = options
      if (!known) return { cancelled: false, reason: 'signed-out' }
      return transact(known, 'cancel', state => decideCancel(state, known, runId, self))
    },
    async pause(address, options = {}) {
      const known = await need(address, options, 'pause()')
      assertIn(
        known,
        await transact(known, 'pause', state => decidePause(state, known, true, self)),
      )
    },
    async resume(address, options = {}) {
      const known = await need(address, options, 'resume()')
      deps.onResuming(known.key)
      assertIn(
        known,
        await transact(known, 'resume', state => decidePause(state, known, false, self)),
      )
      deps.onResumed()
    },
    async reset(address, options = {}) {
      const known = await need(address, options, 'reset()')
      const answer = await transact(known, 'reset', state => decideReset(state, known, self))
      if (answer === 'reload-needed') {
        throw new RegistryError(
          answer,
          `'${known.key}' was written by a newer version: reload this page, then reset it.`,
        )
      }
      assertIn(known, answer === 'done')
    },
    async history(address, options = {}) {
      const { known } = await find(address, options, 'history()', kinds.history)
      if (!known) return { runs: [], recent: [], recentDropped: 0 }
      const { limit = 50 } = options
      const reading = Promise.all([ledger.read(known), ledger.history(known.key, limit)])
      const [state, runs] = await impatient(reading, 'question for the history', 'ask again')
      const { recent = [], recentDropped = 0 } = state.record ?? {}
      return { runs, recent, recentDropped }
    },
    events: deps.events.observable,
    stop: closing.stop,
    async drain(options = {}) {
      checkOptions(options, kinds.drain, 'drain()')
      return closing.drain(options)
    },
    async close(options = {}) {
      checkOptions(options, kinds.close, 'close()')
      return closing.close(options)
    },
  }
}

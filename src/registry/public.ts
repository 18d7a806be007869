/** The public object over its parts: addresses become keys. */
import { decideCancel, decidePause, decideReset } from '../model/decide-control.ts'
import { RegistryError } from '../model/error.ts'
import type { Decided, StoreState } from '../model/facts.ts'
import { signedOutView } from '../model/view.ts'
import type { AnyTask } from '../run/task.ts'
import type { Accounts } from './accounts.ts'
import type { Closing } from './closing.ts'
import type { Events } from './events.ts'
import type { Ledger } from './ledger.ts'
import type { KnownKey, Mirror } from './mirror.ts'
import type { Outcomes } from './outcomes.ts'
import { notSignedIn, type Targets } from './targets.ts'
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
  addTask(task: AnyTask): void
  /** A key was resumed: what waited for it may start. */
  onResumed(): void
}

/** Makes the public object. */
export function createPublic(deps: PublicDeps): TaskRegistry {
  const { self, targets, ledger, mirror, outcomes, views, accounts, closing } = deps

  async function transact<Result>(
    known: KnownKey,
    decide: (state: StoreState) => Decided<Result>,
  ): Promise<Result> {
    return (await ledger.transact(known, decide)).result
  }

  /** A refusal means that there was nothing to change, or nobody to change it for. */
  function assertIn({ userId }: KnownKey, done: boolean): void {
    if (done || mirror.user(userId)?.signedIn) return
    throw new RegistryError('invalid-argument', notSignedIn(userId), { userId })
  }

  return {
    define(task) {
      targets.assertOpen()
      deps.addTask(task)
    },
    async signIn(userId, options = {}) {
      targets.assertOpen()
      await accounts.signIn(userId, options)
    },
    async signOut(who = {}) {
      targets.assertOpen()
      await accounts.signOut(typeof who === 'string' ? { userId: who } : who)
    },
    trigger: deps.trigger,
    watch: deps.watching.watch,
    snapshot(address, { userId } = {}) {
      const { task, known } = targets.find(address, userId)
      return known ? views.get(known) : signedOutView('', task.scope, null, ledger.health())
    },
    async getRunningTask(address, { userId } = {}) {
      const { known } = targets.find(address, userId)
      if (!known) return null
      if (!known.record) await ledger.load(known)
      return views.get(known).running
    },
    async outcome(runId) {
      targets.assertOpen()
      for (const known of mirror.keys()) if (!known.loaded) await ledger.load(known)
      for (const known of mirror.keys()) {
        const { run, last, buffered, deferred } = known.record ?? {}
        const isOf = [run, last, buffered, deferred].some(each => each?.runId === runId)
        if (isOf) return outcomes.wait(known, runId, 'end')
      }
      return outcomes.find(runId)
    },
    async cancel(address, { userId, runId = null } = {}) {
      const { known } = targets.find(address, userId)
      if (!known) return { cancelled: false, reason: 'signed-out' }
      return transact(known, state => decideCancel(state, known, runId, self))
    },
    async pause(address, { userId } = {}) {
      const { known } = targets.need(address, userId)
      assertIn(known, await transact(known, state => decidePause(state, known, true, self)))
    },
    async resume(address, { userId } = {}) {
      const { known } = targets.need(address, userId)
      assertIn(known, await transact(known, state => decidePause(state, known, false, self)))
      deps.onResumed()
    },
    async reset(address, { userId } = {}) {
      const { known } = targets.need(address, userId)
      const answer = await transact(known, state => decideReset(state, known, self))
      if (answer === 'reload-needed') {
        throw new RegistryError(
          answer,
          `'${known.key}' was written by a newer version: reload this page, then reset it.`,
        )
      }
      assertIn(known, answer === 'done')
    },
    async history(address, { userId, limit = 50 } = {}) {
      const { known } = targets.need(address, userId)
      const [state, runs] = await Promise.all([
        ledger.read(known),
        ledger.history(known.key, limit),
      ])
      const { recent = [], recentDropped = 0 } = state.record ?? {}
      return { runs, recent, recentDropped }
    },
    events: deps.events.observable,
    stop: closing.stop,
    drain: (options = {}) => closing.drain(options),
    close: (options = {}) => closing.close(options),
  }
}

/** How a key's view is made of what this agent knows. */
import { deriveView } from '../model/derive-view.ts'
import { standsBack } from '../model/versions.ts'
import { loadingView, type TaskView } from '../model/view.ts'
import type { Background } from '../port/background.ts'
import type { Clock } from '../port/clock.ts'
import type { AgentSelf } from './agent-facts.ts'
import type { Ledger } from './ledger.ts'
import type { KnownKey, Mirror } from './mirror.ts'
import type { Roster } from './roster.ts'
import type { Runner } from './runner.ts'

/** What views are made of. */
export interface ViewSourceDeps {
  readonly clock: Clock
  readonly self: AgentSelf
  readonly background: Background | null
  readonly mirror: Mirror
  readonly roster: Roster
  readonly ledger: Ledger
  readonly runner: Runner
}

/** Makes the function that derives a key's view as it is now. */
export function createViewSource(deps: ViewSourceDeps): (known: KnownKey) => TaskView {
  const { clock, self, background, mirror, roster, ledger, runner } = deps
  return known => {
    const { key, userId, scope, record, loaded, ownerGone, progress } = known
    const user = mirror.user(userId)
    const store = ledger.health()
    const isKnown = loaded && (mirror.users() !== null || user !== null)
    if (!isKnown) return loadingView(key, scope, userId, store)
    const definition = roster.tasks.get(scope)?.definition
    return deriveView({ key, userId, scope }, record, user, {
      now: clock.now(),
      agent: self.agent,
      capable: roster.target(known) !== null && runner.mayAcquire() && !runner.isStuck(key),
      stuck: runner.isStuck(key),
      outdated: definition !== undefined && standsBack(record, definition.policy),
      ownerGone,
      progress,
      store,
      background: background?.support() ?? null,
      gate: definition ? self.gate(definition) : true,
    })
  }
}

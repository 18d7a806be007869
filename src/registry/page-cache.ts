/** What an agent does when its page is hidden away in the back-forward cache, and when it is shown again. */
import type { Absence } from '../lease/absence.ts'
import type { PausableClock } from '../lease/pausable-clock.ts'
import type { PresenceHolder } from '../lease/presence-holder.ts'
import type { Farewells } from './farewells.ts'
import type { Hub } from './hub.ts'
import type { Mirror } from './mirror.ts'
import type { Runner } from './runner.ts'
import type { Watchers } from './watchers.ts'

/** The parts that have to let go, and to take up again. */
export interface PageCacheDeps {
  readonly absence: Absence
  readonly clock: PausableClock
  readonly presence: PresenceHolder
  readonly hub: Hub
  readonly farewells: Farewells
  readonly mirror: Mirror
  readonly runner: Runner
  readonly watchers: Watchers
}

/** The agent's way into the cache and back. */
export interface PageCache {
  /** Everything in this very turn: nothing that is begun now can be relied on. */
  leave(): void
  /** Whatever was said meanwhile was missed. */
  comeBack(): void
}

/** Makes it. */
export function createPageCache(deps: PageCacheDeps): PageCache {
  const { absence, clock, presence, hub, farewells, mirror, runner, watchers } = deps
  const owners = (): readonly string[] => runner.owned().map(({ owner }) => owner)
  return {
    leave() {
      const runs = runner.owned()
      // First: once the lock is free somebody takes over, and should know that it was left to them.
      if (runs.length > 0) hub.send({ type: 'bye', runs })
      // What is being decided may start a key, or put it off, after the channel is closed.
      for (const key of runner.underWay()) hub.send({ type: 'intent', key })
      farewells.say(owners())
      absence.leave()
      // A request queued from here on would never be granted, a held lock would be held for good, and a
      // message to an open channel would evict the page.
      watchers.stop()
      presence.letGo()
      hub.close()
      clock.pause()
    },
    comeBack() {
      hub.reopen()
      clock.goOn()
      absence.comeBack()
      farewells.takeBack(owners())
      void presence.regain().then(runner.readopt)
      mirror.touchAll()
    },
  }
}

/** A source of triggers that a task declares and a sign-in arms. */
import type { Schedule } from '../model/schedule.ts'
import type { Json } from '../model/json.ts'
import type { Brings } from '../model/trigger.ts'
import type { Clock } from './clock.ts'
import type { Environment } from './environment.ts'

/** What a source asks for when it fires. */
export interface FiredTrigger {
  readonly source: string
  readonly brings: Brings
  readonly payload?: Json
}

/** What a source is given while it is armed. */
export interface Arming {
  readonly environment: Environment
  readonly clock: Clock
  fire(trigger: FiredTrigger): void
  /** Reports that the source broke and fires no more. */
  onError(error: unknown): void
}

/** A source of triggers: instants of a schedule, or something that happens. */
export type TriggerSource =
  | { readonly kind: 'schedule'; readonly schedule: Schedule }
  | {
      readonly kind: 'signal'
      readonly name: string
      /** Starts to fire; returns what disarms it. */
      readonly arm: (arming: Arming) => () => void
    }

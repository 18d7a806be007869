/** What a random history is made of: who does what, and when. */
import type { LifeSignal, TriggerOptions } from 'leasehold'
import type { Json } from 'leasehold'
import type { StoreTrouble } from 'leasehold/testing'
import type { Trouble } from './sync-app.ts'

/** One thing that somebody does; `agent` counts those that are there at that moment. */
export type Action =
  | {
      readonly kind: 'trigger'
      readonly agent: number
      readonly target: string
      readonly edit: boolean
      readonly options: TriggerOptions<Json>
    }
  | { readonly kind: 'edit'; readonly user: string }
  | {
      readonly kind: 'cancel'
      readonly agent: number
      readonly target: string
      readonly named: boolean
    }
  | { readonly kind: 'pause' | 'resume' | 'reset'; readonly agent: number; readonly target: string }
  /** With `owner` it is whoever holds `course_sync`, if anybody does. */
  | { readonly kind: 'kill'; readonly agent: number; readonly owner: boolean }
  | { readonly kind: 'stop' | 'close'; readonly agent: number }
  | { readonly kind: 'gate'; readonly open: boolean }
  | {
      readonly kind: 'freeze' | 'cache' | 'throttle'
      readonly agent: number
      readonly owner: boolean
    }
  | {
      readonly kind: 'leave' | 'hide' | 'show' | 'go offline' | 'go online'
      readonly agent: number
    }
  | { readonly kind: 'thaw' | 'restore'; readonly agent: number }
  /** The whole device. */
  | { readonly kind: 'sleep'; readonly ms: number }
  | { readonly kind: 'spawn' }
  /** The browser wakes the service worker: for what is left, for news of all, or for nothing but what is due. */
  | { readonly kind: 'event'; readonly fires: 'left' | 'push' | 'due' }
  | {
      readonly kind: 'worker'
      readonly does: 'kill' | 'freeze' | 'trigger' | 'go offline' | 'go online' | 'store'
    }
  | { readonly kind: 'signal'; readonly agent: number; readonly signal: LifeSignal }
  | {
      readonly kind: 'sign in'
      readonly agent: number
      readonly user: string
      readonly fresh: boolean
    }
  /** Without a name: whoever this agent signed in. */
  | { readonly kind: 'sign out'; readonly agent: number; readonly user?: string }
  /** The user of this agent leaves, and another comes. */
  | { readonly kind: 'switch'; readonly agent: number; readonly user: string }
  | { readonly kind: 'trouble'; readonly trouble: Trouble }
  | { readonly kind: 'portal'; readonly reachable: boolean }
  | { readonly kind: 'rows'; readonly added: number }
  | { readonly kind: 'loss'; readonly part: number }
  | { readonly kind: 'pass'; readonly ms: number }
  /** The wall clock alone. */
  | { readonly kind: 'clock'; readonly ms: number }
  | {
      readonly kind: 'store'
      readonly agent: number
      readonly owner: boolean
      readonly trouble: StoreTrouble | null
      readonly times: number
      readonly forMs: number
    }

/** An action, after so many events of the world. */
export interface Planned {
  readonly after: number
  readonly action: Action
}

/** A history before it is played. */
export interface Plan {
  readonly seed: number
  /** Whether the tasks have triggers of their own. */
  readonly armed: boolean
  /** The task beside `course_sync`, if there is one. */
  readonly second: 'message_sync' | 'report_sync' | null
  readonly channel: boolean
  readonly locks: boolean
  /** What the monotonic clock does in sleep. */
  readonly monotonic: 'stands-still' | 'goes-on'
  /** Whether agents may have either of two versions of the app. */
  readonly versions: boolean
  /** Whether every agent shows what it knows. */
  readonly watched: boolean
  readonly accounts: 'one' | 'many'
  /** Whether triggers of the tasks that need the network wait for further ones. */
  readonly debounced: boolean
  /** Whether some agents run only one key at once. */
  readonly crowded: boolean
  /** Whether the app has a service worker, and how long it is at each page that it pulls, ms. */
  readonly worker: { readonly pageMs: number } | null
  /** Who is there at the beginning. */
  readonly agents: readonly string[]
  /** Whether somebody asks for one more sync once the world is well: no edit may be left. */
  readonly endsWithSync: boolean
  readonly actions: readonly Planned[]
  /** What else happens until the history has `atLeast` steps. */
  readonly reserve: readonly Planned[]
  readonly atLeast: number
}

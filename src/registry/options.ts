/** The options of a registry: defaults in one place, checked once. */
import { RegistryError } from '../model/error.ts'
import { checkOptions, foundIn, type OptionKinds } from '../model/options.ts'
import { broadcastChannel } from '../platform/channel.ts'
import { systemClock } from '../platform/clock.ts'
import { systemEnvironment } from '../platform/environment.ts'
import { webLocks } from '../platform/presence.ts'
import { systemRandom } from '../platform/random.ts'
import { warnOnConsole } from '../platform/report.ts'
import type { Background } from '../port/background.ts'
import type { ChannelFactory } from '../port/channel.ts'
import type { Clock, Random } from '../port/clock.ts'
import type { Environment } from '../port/environment.ts'
import type { Presence } from '../port/presence.ts'
import type { StoreFactory } from '../port/store.ts'
import type { AnyTask } from '../run/task.ts'
import { idbStore } from '../store/idb.ts'

/** What `createTaskRegistry` can be told. Everything has a default. */
export interface RegistryOptions {
  /** Prefixes the names of database, channel and locks; must not begin with `-`. Default `leasehold`. */
  readonly name?: string
  /** More can follow by `define`. Default none. */
  readonly tasks?: readonly AnyTask[]
  /** Default: IndexedDB. */
  readonly store?: StoreFactory
  /** Default: BroadcastChannel where there is one. */
  readonly channel?: ChannelFactory
  /** Default: Web Locks where there are any. */
  readonly presence?: Presence
  /** Default: the system's. */
  readonly clock?: Clock
  /** Default: the system's. */
  readonly random?: Random
  /** Default: the page, worker or process around. */
  readonly environment?: Environment
  /**
   * From `leasehold/service-worker`: `backgroundSync()` in a page, `backgroundEvents()` in a service worker,
   * which without it starts nothing. Default: none.
   */
  readonly background?: Background
  /** `ttlMs`: how long a lease lasts without renewal; 1 000 to 86 400 000. Default 60 000. */
  readonly lease?: { readonly ttlMs?: number }
  /** `one`: signing in signs out everyone else · `many` · `none`: a single implicit user. Default `one`. */
  readonly accounts?: 'one' | 'many' | 'none'
  /** Keys that run in this page or worker at once; others wait in line, or run elsewhere. Default: no limit. */
  readonly maxConcurrent?: number
  /** Finished runs kept for each key, 1 to 10 000. Default 50. */
  readonly historyKept?: number
  /** Changes an error's message before it is stored or shown; must not throw. Default: unchanged. */
  readonly redact?: (message: string) => string
  /**
   * What the environment broke, once per episode, and what code of the app threw: `where` then names that,
   * as in `task 'sync', stage 'pulling'`. Default: `console.warn`.
   */
  readonly onError?: (error: unknown, where?: string) => void
}

/** The options with their defaults. */
export type ResolvedOptions = Required<Omit<RegistryOptions, 'lease' | 'background'>> & {
  readonly ttlMs: number
  readonly background: Background | null
}

/** Below this a lease is over before a busy page can renew it, ms. */
const shortTtlMs = 15_000

const optionKinds: OptionKinds<RegistryOptions> = {
  name: 'any',
  tasks: 'any',
  store: 'function',
  channel: 'function',
  presence: 'object',
  clock: 'object',
  random: 'object',
  environment: 'object',
  background: 'object',
  lease: { ttlMs: 'any' },
  accounts: 'any',
  maxConcurrent: 'any',
  historyKept: 'any',
  redact: 'function',
  onError: 'function',
}

/** Checks and completes the options. Throws `invalid-option`. */
export function resolveOptions(options: RegistryOptions): ResolvedOptions {
  checkOptions(options, optionKinds, 'createTaskRegistry()', 'invalid-option')
  const defaults: ResolvedOptions = {
    name: 'leasehold',
    tasks: [],
    store: options.store ?? idbStore(),
    channel: options.channel ?? broadcastChannel,
    presence: options.presence ?? webLocks(),
    clock: options.clock ?? systemClock(),
    random: options.random ?? systemRandom(),
    environment: options.environment ?? systemEnvironment(),
    background: options.background ?? null,
    ttlMs: options.lease?.ttlMs ?? 60_000,
    accounts: 'one',
    maxConcurrent: Number.POSITIVE_INFINITY,
    historyKept: 50,
    redact: message => message,
    onError: warnOnConsole,
  }
  const { lease: _, ...given } = options
  const resolved: ResolvedOptions = { ...defaults, ...defined(given) }
  const { ttlMs, name, tasks, accounts, maxConcurrent, historyKept } = resolved
  const onError = guarded(resolved.onError)
  if (!(Number.isFinite(ttlMs) && ttlMs >= 1_000 && ttlMs <= 86_400_000)) {
    fail(
      'lease.ttlMs',
      `must be 1 000 to 86 400 000 ms, found ${foundIn(ttlMs)}; leave it out for one minute`,
    )
  }
  if (!Array.isArray(tasks)) {
    fail(
      'tasks',
      `must be a list of what defineTask() returned, found ${foundIn(tasks)}; write tasks: [task]`,
    )
  }
  // Web Locks refuse names that begin with a hyphen.
  if (typeof name !== 'string' || name === '' || name.startsWith('-')) {
    fail('name', `must be a non-empty text that does not begin with '-', found ${foundIn(name)}`)
  }
  if (!['one', 'many', 'none'].includes(accounts)) {
    fail('accounts', `must be 'one', 'many' or 'none', found ${foundIn(accounts)}`)
  }
  if (
    maxConcurrent !== Number.POSITIVE_INFINITY &&
    !(Number.isInteger(maxConcurrent) && maxConcurrent >= 1)
  ) {
    fail(
      'maxConcurrent',
      `must be an integer from 1 on, found ${String(maxConcurrent)}; leave it out for no limit`,
    )
  }
  if (!(Number.isInteger(historyKept) && historyKept >= 1 && historyKept <= 10_000)) {
    fail('historyKept', `must be an integer from 1 to 10 000, found ${foundIn(historyKept)}`)
  }
  const side = resolved.environment.kind === 'service-worker' ? 'service-worker' : 'page'
  if (resolved.background && resolved.background.side !== side) {
    fail(
      'background',
      `must be for a ${side}, found one for a ${resolved.background.side}; pages take backgroundSync(), service workers backgroundEvents()`,
    )
  }
  if (ttlMs < shortTtlMs) {
    onError(
      new RegistryError(
        'invalid-option',
        `lease.ttlMs is ${ttlMs}: below ${shortTtlMs} a busy page may lose its lease while it works. Use it in tests only.`,
        { ttlMs },
      ),
    )
  }
  return { ...resolved, onError }
}

/** A handler that throws would stop what reports to it. */
function guarded(onError: ResolvedOptions['onError']): ResolvedOptions['onError'] {
  return (error, where) => {
    try {
      onError(error, where)
    } catch (thrown) {
      warnOnConsole(error, where)
      warnOnConsole(thrown)
    }
  }
}

function defined<T extends object>(given: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  ) as Partial<T>
}

function fail(name: string, message: string): never {
  throw new RegistryError('invalid-option', `createTaskRegistry(): option '${name}' ${message}.`, {
    option: name,
  })
}

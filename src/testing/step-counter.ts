/** Numbers every step that goes through store, fetch and presence, so that a test can stop at each. */
import type { Presence } from '../port/presence.ts'
import type { Store, StoreFactory } from '../port/store.ts'

/** One numbered step. */
export interface Step {
  /** 1 for the first. */
  readonly ordinal: number
  readonly port: 'store' | 'presence' | 'fetch' | 'database'
  /** What was asked of the port. */
  readonly name: string
}

/** What is called around each step. */
export interface StepHooks {
  /** The step was asked for; nothing of it has happened. */
  readonly before?: (step: Step) => void
  /** The step has happened; who asked for it does not know yet. */
  readonly after?: (step: Step) => void
}

/** Counts the steps of whatever it wraps. */
export interface StepCounter {
  /** All steps so far. */
  readonly steps: readonly Step[]
  /** How many of them were asked of the port, by that name when it is given. */
  count(port: Step['port'], name?: string): number
  /** One step: calls `work` at once, between the hooks. */
  around<Result>(port: Step['port'], name: string, work: () => Promise<Result>): Promise<Result>
  /** The same store; each of its operations is a step. */
  store(factory: StoreFactory): StoreFactory
  /** The same locks; each request is a step. */
  presence(presence: Presence): Presence
}

/** Makes a counter; steps are counted over all that it wraps. */
export function createStepCounter(hooks: StepHooks = {}): StepCounter {
  const steps: Step[] = []

  async function around<Result>(
    port: Step['port'],
    name: string,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const step: Step = { ordinal: steps.length + 1, port, name }
    steps.push(step)
    hooks.before?.(step)
    const result = await work()
    hooks.after?.(step)
    return result
  }

  return {
    steps,
    count: (port, name) =>
      steps.filter(step => step.port === port && (name === undefined || step.name === name)).length,
    around,
    store: factory => context => countStore(factory(context), around),
    presence: presence => ({
      request: (name, request) => around('presence', name, () => presence.request(name, request)),
    }),
  }
}

function countStore(store: Store, around: StepCounter['around']): Store {
  const { fenced } = store
  return {
    ...(fenced && {
      fenced: {
        kind: fenced.kind,
        transact: (address, decide, application, options) =>
          around('store', 'fenced', () => fenced.transact(address, decide, application, options)),
      },
    }),
    transact: (address, decide, options) =>
      around('store', 'transact', () => store.transact(address, decide, options)),
    transactUser: (decide, options) =>
      around('store', 'transactUser', () => store.transactUser(decide, options)),
    forget: (userId, decide, options) =>
      around('store', 'forget', () => store.forget(userId, decide, options)),
    read: (address, options) => around('store', 'read', () => store.read(address, options)),
    users: options => around('store', 'users', () => store.users(options)),
    history: (key, options) => around('store', 'history', () => store.history(key, options)),
    list: () => around('store', 'list', () => store.list()),
    close: () => store.close(),
  }
}

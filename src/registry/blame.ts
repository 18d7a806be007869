/** Was it code of the app that made an operation on the store fail? */
import type { Decided, StoreState } from '../model/facts.ts'
import { RegistryError } from '../model/error.ts'
import type { ApplicationWrite } from '../port/fenced-writes.ts'

/** The app's part of an operation, watched: what it throws is remembered, and thrown on. */
export interface Blame<Result> {
  /** Decides; callbacks of the app may be called in it. */
  decide(state: StoreState): Decided<Result>
  readonly application: ApplicationWrite<never> | undefined
  /** What the app threw, when the operation was rejected for that; `null` when it is the store's affair. */
  faultOf(rejection: unknown): { readonly error: unknown } | null
}

/** Makes it, for one operation. */
export function createBlame<Result>(
  decide: (state: StoreState) => Decided<Result>,
  application: ApplicationWrite<never> | undefined,
): Blame<Result> {
  let fault: { readonly error: unknown } | null = null

  function blame(error: unknown): never {
    fault = { error }
    throw error
  }

  return {
    decide(state) {
      try {
        return decide(state)
      } catch (error) {
        return blame(error)
      }
    },
    application: application && {
      tables: application.tables,
      write(tx) {
        try {
          return application.write(tx).then(undefined, blame)
        } catch (error) {
          return blame(error)
        }
      },
    },
    faultOf(rejection) {
      // What the store itself found counts more than how the app's write took it.
      return rejection instanceof RegistryError && rejection !== fault?.error
        ? faultOfTask(rejection, application)
        : fault
    },
  }
}

/** A task that names tables which are not there is no reason for the store to rest. */
function faultOfTask(
  rejection: RegistryError,
  application: ApplicationWrite<never> | undefined,
): { readonly error: unknown } | null {
  if (rejection.code !== 'missing-tables') return null
  const missing = rejection.details['missing'] as readonly string[]
  return application && missing.every(name => application.tables.includes(name))
    ? { error: rejection }
    : null
}

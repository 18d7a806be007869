/** The contract suite of every store, as data: run each case with any test runner, or with none. */
import type { StoreCase } from './store-case.ts'
import { dataCases } from './store-cases-data.ts'
import { forgetCases } from './store-cases-forget.ts'
import { handleCases } from './store-cases-handles.ts'
import { historyCases } from './store-cases-history.ts'
import { signalCases } from './store-cases-signal.ts'
import { transactCases } from './store-cases-transact.ts'
import { userCases } from './store-cases-users.ts'

export type { StoreCase } from './store-case.ts'

/**
 * Every promise that a store keeps. A case throws an `Error` that says what was expected and found.
 *
 * @example
 * for (const { name, run } of storeCases) test(name, () => run(myStore, `unused-${name}`))
 */
export const storeCases: readonly StoreCase[] = [
  ...transactCases,
  ...historyCases,
  ...userCases,
  ...forgetCases,
  ...dataCases,
  ...handleCases,
  ...signalCases,
]

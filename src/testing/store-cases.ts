/** The contract suite of every store, as data: run each case with any test runner, or with none. */
import type { StoreCase } from './store-case.ts'
import { dataCases } from './store-cases-data.ts'
import { lifeCases } from './store-cases-life.ts'
import { transactCases } from './store-cases-transact.ts'

export type { StoreCase } from './store-case.ts'

/**
 * Every promise that a store keeps. A case throws an `Error` that says what was expected and found.
 *
 * @example
 * for (const { name, run } of storeCases) test(name, () => run(myStore, `unused-${name}`))
 */
export const storeCases: readonly StoreCase[] = [...transactCases, ...dataCases, ...lifeCases]

/** Which accounts does the demo have? */

/** The accounts, in the order in which they are locked and shown. */
export const ACCOUNTS = ['ada', 'grace'] as const

/** One of the demo's accounts; also its bearer token. */
export type Account = (typeof ACCOUNTS)[number]

/** Whether `value` names an account. */
export function isAccount(value: unknown): value is Account {
  return ACCOUNTS.some(account => account === value)
}

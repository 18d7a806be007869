/** Which account does this device remember, and who hears when another tab changes it? */
import { fromEvent, map, filter, type Observable } from 'rxjs'

/** The accounts of the demo. */
export const accounts = ['ada', 'grace'] as const

/** One of them. */
export type Account = (typeof accounts)[number]

const name = 'coursebook:account'

/** The account that was signed in last; `null` after a sign-out. */
export function rememberedAccount(): Account | null {
  const stored = localStorage.getItem(name)
  return accounts.find(account => account === stored) ?? null
}

/** Remembers it for the next load, and tells the other tabs. */
export function rememberAccount(account: Account | null): void {
  if (account === null) localStorage.removeItem(name)
  else localStorage.setItem(name, account)
}

/** The remembered account, each time another tab changed it. */
export const rememberedElsewhere: Observable<Account | null> = fromEvent<StorageEvent>(
  window,
  'storage',
).pipe(
  filter(event => event.key === name || event.key === null),
  map(() => rememberedAccount()),
)

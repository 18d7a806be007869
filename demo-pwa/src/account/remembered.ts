/** Which account does this device remember, and who hears when another tab changes it? */
import { fromEvent, map, filter, type Observable } from 'rxjs'

/** The accounts of the demo. */
export const accounts = ['ada', 'grace'] as const

/** One of them. */
export type Account = (typeof accounts)[number]

const name = 'coursebook:account'
/** Changes when whoever is remembered signs in once more: a tab in which they were signed out hears of it. */
const againName = 'coursebook:entered'

/** The account that was signed in last; `null` after a sign-out. */
export function rememberedAccount(): Account | null {
  const stored = localStorage.getItem(name)
  return accounts.find(account => account === stored) ?? null
}

/** Remembers it for the next load, and tells the other tabs. */
export function rememberAccount(account: Account | null): void {
  if (account === null) localStorage.removeItem(name)
  else if (rememberedAccount() === account) localStorage.setItem(againName, String(Date.now()))
  else localStorage.setItem(name, account)
}

/** The remembered account, each time another tab changed it, or signed it in once more. */
export const rememberedElsewhere: Observable<Account | null> = fromEvent<StorageEvent>(
  window,
  'storage',
).pipe(
  filter(({ key }) => key === name || key === againName || key === null),
  map(() => rememberedAccount()),
)

/** How long does a page take until a library works in it? The address says `?column=`. */
import type { Column } from '../columns.ts'
import { countsNow, installCounts } from './counts.ts'
import type { StartUp } from './window.ts'

/** What the module of each column does once it is loaded. */
export interface StartUpModule {
  /** Everything until it can be used; answers how its first view is waited for, where it has one. */
  open(): Promise<(() => Promise<void>) | null>
}

const modules: { readonly [Name in Column]?: () => Promise<StartUpModule> } = {
  idb: () => import('./startup/idb.ts'),
  dexie: () => import('./startup/dexie.ts'),
  memory: () => import('./startup/memory.ts'),
  transaction: () => import('./startup/transaction.ts'),
  'bc-locks': () => import('./startup/broadcast-channel.ts'),
  'tab-election': () => import('./startup/tab-election.ts'),
}

installCounts()

async function measure(): Promise<StartUp> {
  const column = new URLSearchParams(location.search).get('column') as Column
  const load = modules[column]
  if (!load) throw new Error(`${column} has no start-up`)
  const askedAt = performance.now()
  const { open } = await load()
  const loadedAt = performance.now()
  const untilView = await open()
  const openAt = performance.now()
  await untilView?.()
  return {
    import: loadedAt - askedAt,
    open: openAt - loadedAt,
    view: untilView ? performance.now() - openAt : null,
    writes: countsNow().writes,
  }
}
Object.assign(window, { startUp: measure() })

/** How is the registry's database kept busy, so that a write of another tab has to wait? */
import type { Page } from '@playwright/test'

/**
 * Holds a transaction on the database open, in `page`; the returned function ends it. `only`: on one
 * object store, so that what touches no other is served.
 */
export async function occupyStore(
  page: Page,
  database: string,
  only?: string,
): Promise<() => Promise<void>> {
  await page.evaluate(
    ({ name, one }) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onerror = () => reject(new Error(`${name} cannot be opened`))
        opening.onsuccess = () => {
          const db = opening.result
          const stores = one === null ? [...db.objectStoreNames] : [one]
          const transaction = db.transaction(stores, 'readwrite')
          transaction.oncomplete = () => db.close()
          const store = transaction.objectStore(stores[0] ?? '')
          document.documentElement.dataset['occupied'] = 'yes'
          const again = () => {
            resolve()
            // A transaction ends when nothing is asked of it any more.
            if (document.documentElement.dataset['occupied'] === 'yes')
              store.count().onsuccess = again
          }
          store.count().onsuccess = again
        }
      }),
    { name: database, one: only ?? null },
  )
  return () =>
    page.evaluate(() => {
      document.documentElement.dataset['occupied'] = 'no'
    })
}

/** How is the storage of a site limited, filled up to the last byte, and freed again? */
import type { Device } from './device.ts'

/** The storage of one site, with a limit. */
export interface Quota {
  /** Fills it up, until a row of 100 bytes is refused. */
  fill(): Promise<void>
  /** From here on the limit is the browser's own. */
  lift(): Promise<void>
}

/** Room for the page's own rows, bytes: what is left of it is what `fill` has to write. */
const quotaSize = 2_000_000

/**
 * Limits the site of `url`, an address of it that opens no database. To be called before any page
 * of the site stored something: the browser remembers for half a minute how much room it saw, and
 * grants writes from that.
 */
export async function limitStorage(device: Device, url: string): Promise<Quota> {
  const page = await device.context.newPage()
  await page.goto(url)
  const session = await device.context.newCDPSession(page)
  const { origin } = new URL(url)
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize })
  return {
    fill: () => page.evaluate(fillUp),
    async lift() {
      await session.send('Storage.overrideQuotaForOrigin', { origin })
    },
  }
}

async function fillUp(): Promise<void> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('filling', 1)
    opening.onupgradeneeded = () =>
      opening.result.createObjectStore('rows', { autoIncrement: true })
    opening.onerror = () => reject(opening.error ?? new Error('not opened'))
    opening.onsuccess = () => resolve(opening.result)
  })
  const isTaken = (bytes: number) =>
    new Promise<boolean>(resolve => {
      const transaction = db.transaction('rows', 'readwrite')
      // Random, or it would be stored compressed.
      transaction.objectStore('rows').put(crypto.getRandomValues(new Uint8Array(bytes)))
      transaction.oncomplete = () => resolve(true)
      transaction.onabort = () => resolve(false)
    })
  for (let bytes = 65_536; bytes >= 100; ) if (!(await isTaken(bytes))) bytes /= 2
  db.close()
}

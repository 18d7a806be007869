/** The platform itself: a database that opens, and its first transaction. */
import { rawTransaction } from '../raw.ts'

/** See `StartUpModule`. */
export async function open(): Promise<() => Promise<void>> {
  const { operations } = await rawTransaction()
  return async () => void (await operations.commit?.())
}

/** Which server do the cases of this folder share? A new database takes seconds, a reset does not. */
import { vi } from 'vitest'
import { createManualClock, PATIENCE_MS, useServer } from './support.ts'

vi.setConfig({ testTimeout: PATIENCE_MS })

/** Stands still; what the server waits for waits for `release`. */
export const clock = createManualClock()

/** Talks to the server, which is put back to its seed before each case. */
export const client = useServer({ clock })

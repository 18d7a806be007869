/** The registry with its default store. */
import { openRegistry } from './registry.ts'

/** See `StartUpModule`. */
export const open = (): Promise<() => Promise<void>> => openRegistry('startup-idb')

/** The registry with records in memory. */
import { memoryStore } from 'leasehold/memory'
import { openRegistry } from './registry.ts'

/** See `StartUpModule`. */
export const open = (): Promise<() => Promise<void>> =>
  openRegistry('startup-memory', memoryStore())

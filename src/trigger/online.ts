/** Fires when the network comes back. */
import type { TriggerSource } from '../port/trigger-source.ts'

/** Fires on each return of the network. A run that waits for it goes on whether or not this is armed. */
export function online(): TriggerSource {
  return {
    kind: 'signal',
    name: 'online',
    arm: ({ environment, fire }) =>
      environment.listen('online', () => fire({ source: 'online', brings: 'nothing' })),
  }
}

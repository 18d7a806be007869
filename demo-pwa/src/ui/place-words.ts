/** Which tab, or what else, is meant by the agents of a history? */
import type { TriggerNote } from 'leasehold'

/** What a service worker calls itself. */
const workerLabel = 'service-worker'

const workerSources: readonly string[] = ['background-sync', 'periodic-sync', 'push']

/** Where something happened, as seen from the tab whose registry is `here`. */
export function placeWords(agent: string, here: string, label?: string): string {
  if (agent === here) return 'in this tab'
  return label === workerLabel ? 'in the background' : 'in another tab'
}

/** Where a trigger was decided: those of the browser reach the service worker. */
export function askedWords(
  { agent, source }: Pick<TriggerNote, 'agent' | 'source'>,
  here: string,
): string {
  return placeWords(agent, here, workerSources.includes(source) ? workerLabel : undefined)
}

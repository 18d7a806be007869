/** A channel, and the first election on it. */
import { BroadcastChannel, createLeaderElection } from 'broadcast-channel'

/** See `StartUpModule`. */
export async function open(): Promise<null> {
  await createLeaderElection(new BroadcastChannel('startup')).awaitLeadership()
  return null
}

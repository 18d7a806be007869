/** A tab, and its election. */
import { Tab } from 'tab-election'

/** See `StartUpModule`. */
export async function open(): Promise<null> {
  await new Promise<void>(resolve => {
    void new Tab('startup').waitForLeadership(() => resolve())
  })
  return null
}

/** How work starts outside of everything that its caller is in: with a message to ourselves. */

/** What Node adds to a port: whether the process waits for it. */
interface CountedPort {
  readonly ref?: () => void
  readonly unref?: () => void
}

/**
 * Makes the `startTask` of one environment: each work runs in a task of its own, in the order of
 * the calls; what it throws is reported as uncaught and stops none of the others. In Node the
 * process waits for work that was asked for, and for nothing else.
 *
 * A message, and not a promise: a promise chain carries a Dexie transaction's zone into whatever it
 * calls. Not a timer either: hidden pages run theirs once a minute.
 */
export function createTaskStarter(): (work: () => void) => void {
  const waiting: (() => void)[] = []
  let ports: MessageChannel | null = null

  const open = (): MessageChannel => {
    const channel = new MessageChannel()
    const inbox: MessagePort & CountedPort = channel.port1
    inbox.onmessage = () => {
      const work = waiting.shift()
      if (waiting.length === 0) inbox.unref?.()
      work?.()
    }
    return channel
  }
  return work => {
    if (typeof MessageChannel === 'undefined') {
      // A page imitated for tests may have none (Jest's jsdom); without this line no stage starts there.
      setTimeout(work, 0)
      return
    }
    waiting.push(work)
    // Kept for the next task: a new channel costs three times the hop.
    ports ??= open()
    const inbox: MessagePort & CountedPort = ports.port1
    inbox.ref?.()
    ports.port2.postMessage(null)
  }
}

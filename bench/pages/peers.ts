/** What do people use instead, and how does it do the same work? */
import { BroadcastChannel as SharedChannel, createLeaderElection } from 'broadcast-channel'
import { Tab } from 'tab-election'
import type { Meeting } from './meeting.ts'
import { post } from './post.ts'
import { gate, sample, type Subject } from './subject.ts'

/** A lock for as long as the function runs; it stores nothing, and a loser learns only that somebody runs. */
export async function locksByHand(): Promise<Subject> {
  const name = 'by-hand'
  let held = gate()
  let waiting = new AbortController()

  function hold(onGranted: () => void): Promise<unknown> {
    return navigator.locks
      .request(name, { signal: waiting.signal }, () => {
        onGranted()
        return held.opened
      })
      .catch(() => undefined)
  }
  async function leave(): Promise<void> {
    waiting.abort()
    held.open()
    held = gate()
    waiting = new AbortController()
  }
  const isRunning = (): Promise<boolean> =>
    navigator.locks.request(name, { ifAvailable: true }, lock => lock === null)

  return {
    operations: {
      async start() {
        let ended: Promise<unknown> | undefined
        const measured = await sample(
          () =>
            new Promise<number>(resolve => {
              ended = hold(() => resolve(performance.now()))
            }),
        )
        await leave()
        await ended
        return measured
      },
      join: () => sample(async () => void (await isRunning())),
      async settle() {
        let ended: Promise<unknown> | undefined
        await new Promise<void>(resolve => {
          ended = hold(resolve)
        })
        return sample(async () => {
          await leave()
          await ended
        })
      },
      async duplicates() {
        let ended: Promise<unknown> | undefined
        await new Promise<void>(resolve => {
          ended = hold(resolve)
        })
        const measured = await sample(async () => {
          for (let n = 0; n < 1_000; n += 1) await isRunning()
        })
        await leave()
        await ended
        return measured
      },
    },
    lead: onCalled =>
      new Promise<void>(resolve => {
        void hold(() => {
          onCalled()
          resolve()
        })
      }),
    async follow(onCalled) {
      void hold(onCalled)
    },
    leave,
  }
}

/** Leader election of broadcast-channel; a leader that has resigned is a new channel and a new election. */
export async function broadcastChannelElection(
  column: 'bc' | 'bc-locks',
  meeting: Meeting,
): Promise<Subject> {
  const name = `peer-${column}`
  const talk = new SharedChannel<{ readonly n: number }>(`${name}-talk`, { type: 'native' })
  const standing = createElector()

  function createElector() {
    const channel = new SharedChannel(name, { type: 'native', webWorkerSupport: false })
    const elector =
      column === 'bc'
        ? withoutLocks(() => createLeaderElection(channel))
        : createLeaderElection(channel)
    return {
      elector,
      async end() {
        await elector.die()
        await channel.close()
      },
    }
  }
  let current: ReturnType<typeof createElector> | null = null

  async function apply(onCalled: () => void): Promise<void> {
    current = createElector()
    await current.elector.awaitLeadership()
    onCalled()
  }
  async function leave(): Promise<void> {
    const last = current
    current = null
    await last?.end()
  }

  return {
    operations: {
      async start() {
        const measured = await sample(async () => {
          await apply(() => undefined)
          return performance.now()
        })
        await leave()
        return measured
      },
      join: () => sample(async () => void (await standing.elector.hasLeader())),
      async settle() {
        await apply(() => undefined)
        return sample(leave)
      },
      view: () =>
        sample(() => {
          const seen = meeting.seen(column)
          post(talk, { n: 1 })
          return seen
        }),
    },
    observe(onChange) {
      talk.addEventListener('message', () => onChange(performance.now()))
    },
    lead: apply,
    async follow(onCalled) {
      void apply(onCalled)
    },
    leave,
  }
}

/** A leader that answers calls and tells its state. */
export async function tabElection(meeting: Meeting): Promise<Subject> {
  // Made when it is needed: a tab that has looked for a leader stands in the queue for its lock.
  let standing: Tab<{ readonly n: number }> | null = null
  const stand = (): Tab<{ readonly n: number }> => (standing ??= new Tab('peer'))
  let current: Tab | null = null
  let n = 0
  const api = { join: () => true }

  function apply(onCalled: () => void): Promise<unknown> {
    current = new Tab('peer')
    return current.waitForLeadership(() => {
      onCalled()
      return api
    })
  }
  async function leave(): Promise<void> {
    current?.close()
    current = null
  }

  return {
    operations: {
      async start() {
        let ended: Promise<unknown> | undefined
        const measured = await sample(
          () =>
            new Promise<number>(resolve => {
              ended = apply(() => resolve(performance.now()))
            }),
        )
        await leave()
        await ended
        return measured
      },
      join: () => sample(async () => void (await stand().call('join'))),
      async settle() {
        let ended: Promise<unknown> | undefined
        await new Promise<void>(resolve => {
          ended = apply(resolve)
        })
        return sample(async () => {
          await leave()
          await ended
        })
      },
      async view() {
        const leader = stand()
        if (!leader.isLeader) {
          await new Promise<void>(resolve => {
            void leader.waitForLeadership(() => resolve())
          })
        }
        return sample(() => {
          const seen = meeting.seen('tab-election')
          leader.setState({ n: (n += 1) })
          return seen
        })
      },
    },
    async rest() {
      standing?.close()
      standing = null
    },
    observe(onChange) {
      stand().addEventListener('state', () => onChange(performance.now()))
    },
    lead: onCalled =>
      new Promise<void>(resolve => {
        void apply(() => {
          onCalled()
          resolve()
        })
      }),
    async follow(onCalled) {
      void apply(onCalled)
    },
    leave,
  }
}

/** The library takes Web Locks where there are any; while it looks there are none. */
function withoutLocks<Result>(work: () => Result): Result {
  Object.defineProperty(navigator, 'locks', { configurable: true, value: undefined })
  try {
    return work()
  } finally {
    Reflect.deleteProperty(navigator, 'locks')
  }
}

/** How does a page of the tests put a registry on `window`? The address says `?ttl=` (ms) and `?version=` of the tasks. */
import { type AnyTask, createTaskRegistry, defineTask, type StoreFactory, type } from 'leasehold'
import type { PartsDeps } from './parts.ts'
import type { Row, TestPage } from './window.ts'

/** Where the rows lie, in the page at hand. */
export interface PageParts {
  /** The address of the page. */
  readonly asked: URLSearchParams
  defineParts(deps: PartsDeps): AnyTask
  rows(): Promise<readonly Row[]>
  /** The store of the registry. Default: its own. */
  readonly store?: StoreFactory
}

const channelName = 'tests-release'

/** Makes the tasks and the registry. */
export function createTestPage({ asked, defineParts, rows, store }: PageParts): TestPage {
  const version = Number(asked.get('version') ?? 1)
  const ttlMs = Number(asked.get('ttl') ?? 60_000)
  const tab = crypto.randomUUID?.() ?? String(Math.random())
  const steps: string[] = []
  let calls = 0
  let calledAt = 0

  function called(): void {
    calls += 1
    calledAt = Date.now()
  }

  function defineGated(scope: string): AnyTask {
    return defineTask({
      scope,
      version,
      minIntervalMs: 0,
      result: type<string>(),
      async run(run) {
        called()
        // Open for as long as it is needed: a channel that hears a message keeps no page in the cache.
        const channel = new BroadcastChannel(channelName)
        await new Promise<void>((resolve, reject) => {
          channel.addEventListener('message', () => resolve())
          run.signal.addEventListener('abort', () => reject(run.signal.reason as Error))
        }).finally(() => channel.close())
        run.result(`by run ${run.runId}`)
      },
    })
  }
  const gated = defineGated('gated')
  const many = [
    defineGated('gated-1'),
    defineGated('gated-2'),
    defineGated('gated-3'),
    ...[4, 5, 6, 7, 8, 9, 10].map(nth => defineGated(`gated-${nth}`)),
  ] as const

  const lasting = defineTask({
    scope: 'lasting',
    version,
    minIntervalMs: 0,
    stages: stage => ({
      sending: stage(
        async run => {
          called()
          await run.commit('sent', { last: true })
          await new Promise(() => undefined)
        },
        { cursor: type<string>() },
      ),
    }),
  })

  const parts = defineParts({ version, tab, steps, onCall: called })

  return {
    registry: createTaskRegistry({
      name: 'tests',
      tasks: [gated, ...many, lasting, parts],
      lease: { ttlMs },
      ...(store ? { store } : {}),
    }),
    gated,
    many,
    lasting,
    parts,
    tab,
    calls: () => calls,
    calledAt: () => calledAt,
    steps: () => steps,
    rows,
    release() {
      // A channel is not heard by its own tab's object, so a second one speaks.
      const speaker = new BroadcastChannel(channelName)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- channels have none
      speaker.postMessage('release')
      speaker.close()
    },
  }
}

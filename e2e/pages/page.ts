/** A registry on `window`, with tasks that tests drive. The address says `?ttl=` (ms), `?version=` of the tasks, and `?rows=fenced`: with the registry in the app's database. */
import { createTaskRegistry, defineTask, type } from 'leasehold'
import { appIdbStore } from 'leasehold/idb'
import { defineFencedParts, defineParts } from './parts.ts'
import { allRows, openApp } from './rows.ts'
import type { TestPage } from './window.ts'

const asked = new URLSearchParams(location.search)
const version = Number(asked.get('version') ?? 1)
const isFenced = asked.get('rows') === 'fenced'
const ttlMs = Number(asked.get('ttl') ?? 60_000)

const channelName = 'tests-release'
const tab = crypto.randomUUID?.() ?? String(Math.random())
const steps: string[] = []
let calls = 0
let calledAt = 0

function called(): void {
  calls += 1
  calledAt = Date.now()
}

const gated = defineTask({
  scope: 'gated',
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

const partsDeps = { version, tab, steps, onCall: called }
const parts = isFenced ? defineFencedParts(partsDeps) : defineParts(partsDeps)

const tests: TestPage = {
  registry: createTaskRegistry({
    name: 'tests',
    tasks: [gated, lasting, parts],
    lease: { ttlMs },
    ...(isFenced ? { store: appIdbStore(openApp) } : {}),
  }),
  gated,
  lasting,
  parts,
  tab,
  calls: () => calls,
  calledAt: () => calledAt,
  steps: () => steps,
  rows: allRows,
  release() {
    // A channel is not heard by its own tab's object, so a second one speaks.
    const speaker = new BroadcastChannel(channelName)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- channels have none
    speaker.postMessage('release')
    speaker.close()
  },
}
Object.assign(window, { tests })

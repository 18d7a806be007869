/** A registry on `window`, with tasks that tests drive. The address says `?ttl=` (ms) and `?version=` of the tasks. */
import { createTaskRegistry, defineTask, LeaseLost, type } from 'leasehold'
import { allRows, putRow } from './rows.ts'
import type { TestPage } from './window.ts'

const asked = new URLSearchParams(location.search)
const version = Number(asked.get('version') ?? 1)
const ttlMs = Number(asked.get('ttl') ?? 60_000)

const channelName = 'tests-release'
const partsInAll = 3
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

const parts = defineTask({
  scope: 'parts',
  version,
  minIntervalMs: 0,
  stages: stage => ({
    fetching: stage(
      async run => {
        called()
        try {
          for (let part = (run.cursor ?? 0) + 1; part <= partsInAll; part += 1) {
            steps.push(`asks ${part}`)
            // Without the signal, as many apps do it: the answer comes, however late. Past the cache, in
            // which the second request for an address waits for the first.
            await fetch(`/part/${part}`, { cache: 'no-store' }).then(answer => answer.text())
            steps.push(`got ${part}`)
            await run.ensure(0)
            await putRow({ part, by: tab })
            await run.commit(part)
            steps.push(`committed ${part}`)
          }
        } catch (error) {
          steps.push(error instanceof LeaseLost ? `refused ${error.reason}` : String(error))
          throw error
        }
      },
      { cursor: type<number>() },
    ),
  }),
})

const tests: TestPage = {
  registry: createTaskRegistry({
    name: 'tests',
    tasks: [gated, lasting, parts],
    lease: { ttlMs },
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

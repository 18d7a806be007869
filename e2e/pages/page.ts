/** A registry on `window`, with two tasks that tests drive. */
import { createTaskRegistry, defineTask, type } from 'leasehold'
import type { TestPage } from './window.ts'

const channel = new BroadcastChannel('tests')
let calls = 0
let calledAt = 0

const gated = defineTask({
  scope: 'gated',
  minIntervalMs: 0,
  result: type<string>(),
  async run(run) {
    calls += 1
    calledAt = Date.now()
    await new Promise<void>(resolve => channel.addEventListener('message', () => resolve()))
    run.result(`by run ${run.runId}`)
  },
})

const lasting = defineTask({
  scope: 'lasting',
  minIntervalMs: 0,
  stages: stage => ({
    sending: stage(
      async run => {
        calls += 1
        await run.commit('sent', { last: true })
        await new Promise(() => undefined)
      },
      { cursor: type<string>() },
    ),
  }),
})

const tests: TestPage = {
  registry: createTaskRegistry({ name: 'tests', tasks: [gated, lasting] }),
  gated,
  lasting,
  calls: () => calls,
  calledAt: () => calledAt,
  release() {
    // A channel is not heard by its own tab's object, so a second one speaks.
    const speaker = new BroadcastChannel('tests')
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- channels have none
    speaker.postMessage('release')
    speaker.close()
  },
}
Object.assign(window, { tests })

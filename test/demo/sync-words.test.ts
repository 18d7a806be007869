// What the demo's card says of states that pass too fast, or are too rare, to be waited for in a browser.
import type { TaskView } from 'leasehold'
import { expect, test } from 'vitest'
import { describeSync } from '../../demo-pwa/src/ui/sync-words.ts'
import { signedOutView } from '../../src/model/view.ts'

function view(change: Partial<TaskView>): TaskView {
  return { ...signedOutView('ada|sync', 'sync', 'ada', { state: 'ok' }), ...change }
}

const saidOf: readonly (readonly [Partial<TaskView>, string, string, string])[] = [
  [{ status: 'interrupted', reason: 'owner-gone' }, 'Sync was interrupted', 'Continue', 'start'],
  [
    { status: 'blocked', reason: 'reload-needed' },
    'A newer version of this app is in use',
    'Reload this page',
    'reload',
  ],
  [
    { status: 'blocked', reason: 'store-unavailable', detail: 'it is full' },
    'Storage is blocked: it is full',
    'Try again',
    'start',
  ],
  [
    { status: 'blocked', reason: 'store-waiting' },
    'Storage is blocked: the storage of this browser is busy',
    'Try again',
    'start',
  ],
  [
    { status: 'blocked', reason: 'stage-ignores-signal' },
    'Sync is blocked: an earlier run does not stop',
    'Try again',
    'start',
  ],
]

for (const [change, headline, label, action] of saidOf) {
  test(`the card of a key that is ${change.status}, ${change.reason}, says so and offers the way out`, () => {
    const words = describeSync(view(change), 0, null)
    expect([words.headline, words.main, words.tone]).toEqual([
      headline,
      { label, action },
      'warning',
    ])
  })
}

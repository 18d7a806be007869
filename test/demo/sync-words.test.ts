// What the demo's card says of states that pass too fast, or are too rare, to be waited for in a browser.
import type { TaskView } from 'leasehold'
import { expect, test } from 'vitest'
import { describeGoing } from '../../demo-pwa/src/ui/history-words.ts'
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

const running: TaskView['running'] = {
  key: 'ada|sync',
  userId: 'ada',
  scope: 'sync',
  runId: 'run',
  stage: 'pulling',
  startedAt: 0,
  canCancel: true,
  source: 'foreground',
  joined: ['manual', 'push'],
  progress: null,
  lastProgressAt: null,
  attempt: 1,
  takeovers: 0,
  owner: { here: false, kind: 'tab', label: 'tab', agent: 'other' },
  fence: 1,
  leaseExpiresAt: 0,
  responding: true,
  sealed: false,
  cancelling: false,
}

test('the card says in plain words what started a run and who joined it, and keeps a source that it does not know', () => {
  const { details } = describeSync(view({ status: 'running', running }), 0, null)
  expect(details.slice(0, 2)).toEqual(['started by a return to the app', 'joined: a press; push'])
})

test('the activity tells of a run that has not ended: one that runs, and one that waits', () => {
  expect(describeGoing(view({ status: 'running', running }))).toBe(
    'Running now in another tab: pulling · started by foreground (a return to the app)',
  )
  expect(describeGoing(view({ status: 'waiting' }))).toBe('One run waits for its next attempt.')
  expect(describeGoing(view({ status: 'idle' }))).toBe('')
})

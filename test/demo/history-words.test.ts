// What the demo's activity says of runs that pass too fast, or are too rare, to be waited for in a browser.
import { expect, test } from 'vitest'
import { describeDecision, describeGoing } from '../../demo-pwa/src/ui/history-words.ts'
import { runningView, viewOf } from '../element/states.ts'

test('what the service worker runs is under way in the background', () => {
  const owner = { here: false, kind: 'service-worker', label: 'worker', agent: 'other' } as const
  expect(describeGoing(runningView({ owner }), 0)).toContain('Syncing in the background: pulling')
})

test('a trigger of the browser was decided in the background, whatever became of it', () => {
  const note = {
    at: 0,
    byUser: false,
    decision: 'skipped',
    reason: 'min-interval',
    count: 1,
  } as const
  const told = { ...note, source: 'push', agent: 'worker', runId: null }
  expect(describeDecision(told, 'here')).toContain(
    'push (a message of the server) in the background',
  )
  expect(describeDecision({ ...told, source: 'online' }, 'here')).toContain('in another tab')
})

test('the activity tells of a run that has not ended: one that runs, and one that waits', () => {
  const running = runningView({ source: 'foreground', joined: ['manual', 'widget'] })
  expect(describeGoing(running, 0)).toEqual([
    'Syncing in another tab: pulling',
    'Started by the app in front',
    'Joined by a press, widget',
  ])
  expect(describeGoing(viewOf({ status: 'waiting' }), 0)).toEqual([
    'One run waits for its next attempt.',
  ])
  expect(describeGoing(viewOf({ status: 'idle' }), 0)).toEqual([])
})

// What the sync button tells a person who does not look: enough, and no more.
import { expect, test } from 'vitest'
import { chooseAnnouncement, nothingTold, type Told } from '../../src/element/announcement.ts'
import { describeSync } from '../../src/element/words.ts'
import type { TaskView } from '../../src/model/view.ts'
import { now, progressOf, runningView, states } from './states.ts'

const { idle, loading, interrupted } = states as Record<string, TaskView>
const failing = states['waiting for a retry'] as TaskView
const failed = states['failed for good'] as TaskView
const success = (runId: string): TaskView => ({
  ...(idle as TaskView),
  last: { runId, status: 'succeeded', cause: null, error: null, at: now },
})

/** All that is told while these are shown one after the other; `press` stands for a press. */
function heard(...shown: readonly (TaskView | 'press' | undefined)[]): readonly string[] {
  let told: Told = nothingTold
  const texts: string[] = []
  for (const view of shown) {
    if (view === 'press') told = { ...told, follows: true }
    else if (view) {
      const choice = chooseAnnouncement(told, view, describeSync(view, { now, locale: 'en-GB' }))
      told = choice.told
      if (choice.text) texts.push(choice.text.join(' · '))
    }
  }
  return texts
}

test('what is there when the page is opened is not told', () => {
  expect(heard(loading, idle)).toEqual([])
  expect(heard(loading, failing)).toEqual([])
  expect(heard(failed)).toEqual([])
})

test('a sync that nobody here asked for, and that goes well, is not told', () => {
  expect(heard(idle, runningView(), success('run-2'))).toEqual([])
})

test('what a press led to is told: that it runs, and how it ended', () => {
  expect(heard(idle, 'press', runningView(), success('run-2'))).toEqual([
    'Syncing in another tab',
    'Last success 13:01',
  ])
  expect(heard(idle, 'press', runningView(), failing)).toEqual([
    'Syncing in another tab',
    'Last sync failed · retry at 14:10',
  ])
})

test('progress and stages are not told', () => {
  const steps = [1, 2, 3, 50, 100].map(done => runningView({ progress: progressOf(done, 100) }))
  expect(heard(idle, 'press', ...steps, runningView({ stage: 'pushing' }))).toEqual([
    'Syncing in another tab',
  ])
})

test('a failure is told once, however many attempts fail after it, and again when one has succeeded meanwhile', () => {
  const later = { ...failing, nextAttemptAt: now + 900_000 }
  const once = ['Last sync failed · retry at 14:10']
  expect(heard(idle, runningView(), failing, runningView(), later, runningView(), later)).toEqual(
    once,
  )
  expect(heard(idle, failing, runningView(), success('run-2'), failing)).toEqual([...once, ...once])
})

test('another warning is told after the first', () => {
  expect(heard(idle, failing, interrupted)).toEqual([
    'Last sync failed · retry at 14:10',
    'Sync was interrupted',
  ])
})

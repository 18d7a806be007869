// Which views give a step of the demo's tour its tick, and which do not.
import type { TaskView } from 'leasehold'
import { expect, test } from 'vitest'
import { type LastWords, noMemory, witness } from '../../demo-pwa/src/tour/witness.ts'
import { signedOutView } from '../../src/model/view.ts'

type Running = NonNullable<TaskView['running']>

const idle: TaskView = {
  ...signedOutView('ada|sync', 'sync', 'ada', { state: 'ok' }),
  status: 'idle',
}

function synced(runId: string): TaskView {
  return { ...idle, last: { runId, status: 'succeeded', cause: null, error: null, at: 1 } }
}

function running(change: Partial<Running> = {}, agent = 'other'): TaskView {
  const run: Running = {
    key: 'ada|sync',
    userId: 'ada',
    scope: 'sync',
    runId: 'run',
    stage: 'pulling',
    startedAt: 0,
    canCancel: true,
    source: 'manual',
    joined: [],
    progress: null,
    lastProgressAt: null,
    attempt: 1,
    takeovers: 0,
    owner: { here: agent === 'here', kind: 'tab', label: '', agent },
    fence: 1,
    leaseExpiresAt: 0,
    responding: true,
    sealed: false,
    cancelling: false,
    ...change,
  }
  return { ...idle, status: 'running', running: run }
}

/** The steps that these views show, one after the other. */
function seenIn(
  views: readonly TaskView[],
  { isClockWrong = false, lastWords = null as LastWords | null } = {},
): readonly string[] {
  let memory = noMemory
  return views.flatMap(view => {
    const { memory: next, seen } = witness(memory, view, { isClockWrong, lastWords })
    memory = next
    return seen
  })
}

const offline: TaskView = { ...idle, status: 'deferred', reason: 'offline' }
const grace: TaskView = { ...idle, userId: 'grace' }
const signedOut: TaskView = { ...idle, status: 'signed-out' }
const words: LastWords = { how: 'crash', runId: 'run', agent: 'gone', takeovers: 0 }

test('a run that was pressed in another tab is seen; one of this tab, or one that nobody pressed, is not', () => {
  expect(seenIn([running()])).toEqual(['two-tabs'])
  expect(seenIn([running({}, 'here')])).toEqual([])
  expect(seenIn([running({ source: 'foreground' })])).toEqual([])
})

test('a crash is seen when another tab goes on with that very run', () => {
  const own = { source: 'change' }
  expect(seenIn([running({ ...own, takeovers: 1 })], { lastWords: words })).toEqual(['crash'])
  // Closed, a tab hands its run over: that is no crash.
  expect(seenIn([running(own)], { lastWords: words })).toEqual([])
  expect(seenIn([running(own, 'gone')], { lastWords: words })).toEqual([])
  expect(seenIn([running({ ...own, takeovers: 1, runId: 'next' })], { lastWords: words })).toEqual(
    [],
  )
})

test('no network is seen when what waited for it has succeeded', () => {
  expect(seenIn([synced('old'), offline])).toEqual([])
  expect(seenIn([offline, running({}, 'here'), synced('run')])).toEqual(['offline'])
})

test('a wrong clock is seen when the run of another tab came to its end in that tab', () => {
  const own = running({ source: 'change' })
  const takenOver = running({ source: 'change', takeovers: 1 })
  expect(seenIn([own, synced('run')], { isClockWrong: true })).toEqual(['clock'])
  expect(seenIn([own, takenOver, synced('run')], { isClockWrong: true })).toEqual([])
  expect(seenIn([own, synced('run')])).toEqual([])
})

test('a switch of accounts is seen when somebody else comes after a run that was under way', () => {
  expect(seenIn([running({}, 'here'), signedOut, grace])).toEqual(['accounts'])
  expect(seenIn([running({}, 'here'), signedOut, idle, grace])).toEqual([])
  expect(seenIn([idle, signedOut, grace])).toEqual([])
})

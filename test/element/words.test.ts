// What the sync button says of each state, and what a press on it does.
import { describe, expect, test } from 'vitest'
import { englishTexts } from '../../src/element/english.ts'
import type { SyncTextChanges } from '../../src/element/texts.ts'
import { describeSync, type WordOptions } from '../../src/element/words.ts'
import type { TaskView } from '../../src/model/view.ts'
import { now, progressOf, runningView, states, viewOf } from './states.ts'

const options: WordOptions = { now, locale: 'en-GB' }

/** Button, action, cancel if there is one, and the rest, each in one line. */
function said(view: TaskView | undefined, change: Partial<WordOptions> = {}): string {
  if (view === undefined) throw new Error('there is no such state')
  const { button, cancel, headline, facts } = describeSync(view, { ...options, ...change })
  const buttons = `[${button.words.join(' · ')}: ${button.action}]${cancel ? ` [${cancel}]` : ''}`
  return [buttons, headline.join(' · '), ...(facts.length > 0 ? [facts.join(' · ')] : [])].join(
    ' / ',
  )
}

const since = 'since 14:03'
const success = 'Last success 13:01'

/** As the design words them, and in its manner. */
const expected: Readonly<Record<keyof typeof states, string>> = {
  loading: '[Sync now: none] / Looking at what is stored…',
  'signed out': '[Sync now: none] / Signed out',
  'never synced': '[Sync now: start] / Never synced yet',
  idle: `[Sync now: start] / ${success}`,
  'idle, last success on another day': '[Sync now: start] / Last success 27 Nov, 14:05',
  'running here': `[Already syncing · pulling · ${since}: join] [Cancel] / Syncing in this tab / 64 of 240 · ${success}`,
  'running in another tab': `[Already syncing · pushing · ${since}: join] [Cancel] / Syncing in another tab / ${success}`,
  'running in the background, of unknown length': `[Already syncing · pulling · ${since}: join] [Cancel] / Syncing in the background / 1,280 done · ${success}`,
  'running, with a follow-up': `[Already syncing · pulling · ${since}: join] [Cancel] / Syncing in another tab / One more sync follows · ${success}`,
  cancelling: `[Cancelling…: none] / Syncing in another tab / ${success}`,
  'not responding': `[Already syncing · pulling · ${since}: join] [Cancel] / Syncing in another tab · not responding / 64 of 240 · ${success}`,
  'settling into storage that is busy': `[Already syncing · pulling · ${since}: join] [Cancel] / Syncing in this tab / The storage of this browser is busy · ${success}`,
  'waiting for a retry': `[Retry now: retry-now] [Cancel] / Last sync failed · retry at 14:10 / The server did not answer · ${success}`,
  'waiting for a retry that is near': `[Retry now: retry-now] [Cancel] / Last sync failed · retry at 14:05:28 / The server did not answer · ${success}`,
  'waiting for the network': `[Retry now: retry-now] [Cancel] / Last sync failed · offline / The server did not answer · Goes on even if you close this app · ${success}`,
  'waiting for a sign-in': `[Retry now: retry-now] [Cancel] / Last sync failed · the server asks for a new sign-in / ${success}`,
  'waiting as the server asked': `[Retry now: retry-now] [Cancel] / Last sync failed · the server asks to wait · retry at 14:45 / ${success}`,
  interrupted: `[Continue: start] [Cancel] / Sync was interrupted / ${success}`,
  'interrupted, and nobody here may go on': `[Continue: none] [Cancel] / Sync was interrupted / ${success}`,
  paused: `[Resume: resume] / Sync is paused / ${success}`,
  'deferred: offline': `[Sync now: start] [Cancel] / Sync is deferred · offline / Goes on while this app is open · ${success}`,
  'deferred by the gate': `[Sync now: none] [Cancel] / Sync is deferred · only on Wi-Fi / ${success}`,
  'deferred after too many failures': `[Sync now: start] [Cancel] / Sync is deferred · too many attempts failed · until 14:20 / ${success}`,
  'failed for good': `[Retry now: start] / Last sync failed · not tried again by itself / The course list could not be read · ${success}`,
  exhausted: `[Retry now: start] / Last sync failed · too many attempts failed / The server did not answer · ${success}`,
  poisoned: `[Retry now: start] / Last sync failed · it stopped its tab again and again / The run was taken over four times in a row · ${success}`,
  cancelled: `[Sync now: start] / Cancelled at 14:02 / ${success}`,
  'ended by a sign-out': `[Sync now: start] / The last sync ended with a sign-out / ${success}`,
  'blocked by an earlier run': `[Reload this page: reload] [Cancel] / Sync is blocked · an earlier run does not stop / ${success}`,
  'storage busy': '[Try again: start] / The storage of this browser is busy',
  'storage unavailable':
    '[Try again: start] / The storage of this browser does not answer / the disk is full',
  'reload needed': `[Reload this page: reload] / A newer version of this app is in use / ${success}`,
  'in memory only': `[Sync now: start] / ${success} / Kept until this page is closed`,
  'long texts': `[Already syncing · comparing_every_course_of_the_faculty_with_its_predecessors · ${since}: join] [Cancel] / Syncing in another tab / 1,234,567 of 9,876,543 · Donaudampfschifffahrtsgesellschaft · One more sync follows · Last success 26 Oct 2025, 14:05`,
}

test('there are words for each state, and a state for each words', () => {
  expect(Object.keys(expected).toSorted()).toEqual(Object.keys(states).toSorted())
})

test.each(Object.entries(expected))(
  '%s: the button says so, and does what it says',
  (name, words) => {
    expect(said(states[name])).toBe(words)
  },
)

describe('what a press does', () => {
  test('is always among the actions of the view, or needs no registry', () => {
    for (const [name, view] of Object.entries(states)) {
      const { action } = describeSync(view, options).button
      const free = ['join', 'none', 'reload', 'sign-in']
      expect([...free, ...view.actions], name).toContain(action)
    }
  })

  test('an app that can sign a person in is asked to, where that is what is missing', () => {
    for (const name of ['signed out', 'waiting for a sign-in'])
      expect(said(states[name], { canSignIn: true })).toContain('[Sign in again: sign-in]')
    expect(said(states['idle'], { canSignIn: true })).toContain('[Sync now: start]')
  })

  test('“Already syncing” answers a press, or whoever comes to the run of another tab', () => {
    const owner = { here: true, kind: 'tab', label: 'tab', agent: 'here' } as const
    expect(said(runningView({ owner }))).toContain(`[Syncing · pulling · ${since}: join]`)
    for (const run of [{ owner, source: 'manual' }, { owner, joined: ['manual'] }, {}])
      expect(said(runningView(run))).toContain(`[Already syncing · pulling · ${since}: join]`)
  })

  test('a run of a newer version that does not respond asks for a reload', () => {
    const view = runningView({ responding: false }, { reason: 'reload-needed' })
    expect(said(view)).toContain('[Reload this page: reload]')
  })
})

describe('times', () => {
  const waiting = (nextAttemptAt: number | null) =>
    said(viewOf({ status: 'waiting', reason: 'offline', nextAttemptAt, actions: ['retry-now'] }))

  test('an attempt that is overdue has no time', () => {
    expect(waiting(now - 1)).toContain('/ Last sync failed · offline /')
    expect(waiting(now)).not.toContain('retry at')
    expect(waiting(now + 1)).toContain('retry at 14:05:20')
  })

  test('are written as people of the locale do, and a tag that is none does no harm', () => {
    const at = (locale: string | undefined) => said(states['idle'], { locale })
    expect(at('en-US')).toMatch(/1:01\sPM/)
    expect(at('de')).toContain('13:01')
    expect(at('not a tag!')).toMatch(/Last success .*1/)
    expect(at('ar-EG')).toContain('١:٠١')
  })

  test('a time of the evening before says so a minute after midnight', () => {
    const midnight = new Date(2026, 11, 1).getTime()
    const view = viewOf({ last: { ...lastOf('succeeded'), at: midnight - 60_000 } })
    const told = (at: number) => said(view, { now: at })
    expect(told(midnight - 1)).toContain('Last success 23:59')
    expect(told(midnight)).toContain('Last success 30 Nov, 23:59')
  })
})

describe('texts of the app', () => {
  test('stand in the place of the English ones, one by one', () => {
    const texts = {
      running: 'Wird abgeglichen',
      since: 'seit {time}',
      stages: { pulling: 'Kurse laden' },
      reasons: { offline: 'kein Netz' },
      sources: { foreground: 'Rückkehr in die App' },
    }
    expect(said(states['running here'], { texts, locale: 'de' })).toContain(
      'Wird abgeglichen · Kurse laden · seit 14:03',
    )
    expect(said(states['deferred: offline'], { texts })).toContain('Sync is deferred · kein Netz')
    const { origins } = describeSync(runningView(), { ...options, texts })
    expect(origins).toEqual(['Started by Rückkehr in die App'])
  })

  test.each([undefined, null])(
    'that are %s leave the English ones, also as a list or in one',
    none => {
      const texts = {
        syncNow: none,
        sources: none,
        stages: { pulling: none },
        reasons: { retry: none },
      }
      const given = texts as unknown as SyncTextChanges
      const view = states['running here'] as TaskView
      expect(describeSync(view, { ...options, texts: given })).toEqual(describeSync(view, options))
      expect(said(states['idle'], { texts: given })).toBe(said(states['idle']))
    },
  )

  test('a value is never taken for a place', () => {
    const view = runningView({ progress: progressOf(1, 2), source: '{source}{done}' })
    expect(describeSync(view, options).origins).toEqual(['Started by {source}{done}'])
  })

  test('there is one for each reason, cause and status', () => {
    const texts = JSON.stringify(englishTexts)
    expect(texts).not.toContain('""')
    expect(Object.keys(englishTexts.reasons)).toHaveLength(29)
  })
})

test('storage that a press has to wait for is told of a key at rest, too', () => {
  const at = (store: TaskView['store']) => said({ ...ended, store })
  const ended = viewOf({ last: lastOf('succeeded') })
  expect(at({ state: 'waiting' })).toContain('The storage of this browser is busy')
  expect(at({ state: 'unavailable', message: '' })).toContain('does not answer')
  expect(at({ state: 'ok' })).not.toContain('storage')
})

test.each<[TaskView['background'], TaskView['reason'], string | null]>([
  [{ sync: 'ready', periodicSync: 'off' }, 'offline', 'Goes on even if you close this app'],
  [{ sync: 'unsupported', periodicSync: 'off' }, 'offline', 'Goes on while this app is open'],
  [{ sync: 'refused', periodicSync: 'off' }, 'offline', 'Goes on while this app is open'],
  [{ sync: 'unknown', periodicSync: 'off' }, 'offline', null],
  [{ sync: 'ready', periodicSync: 'off' }, 'gate', null],
  [{ sync: 'ready', periodicSync: 'off' }, 'auth', null],
  [null, 'offline', null],
])('with %j what waits for %s is said to go on: %s', (background, reason, words) => {
  for (const status of ['deferred', 'waiting'] as const) {
    const { facts } = describeSync(viewOf({ status, reason, background }), options)
    expect(facts.find(fact => fact.startsWith('Goes on')) ?? null).toBe(words)
  }
})

test('what brought a run about is told in plain words; a source of the app keeps its name', () => {
  const view = runningView({ joined: ['manual', 'widget'], attempt: 3, takeovers: 2 })
  expect(describeSync(view, options).origins).toEqual([
    'Started by the app in front',
    'Joined by a press, widget',
    'Attempt 3',
    'Taken over 2×',
  ])
  expect(describeSync(states['idle'] ?? view, options).origins).toEqual([])
})

function lastOf(status: 'succeeded'): NonNullable<TaskView['last']> {
  return { runId: 'run-1', status, cause: null, error: null, at: now }
}

import { describe, expect, test } from 'vitest'
import type { AgentFacts } from '../../src/model/facts.ts'
import { chooseRow, failedForMs, type Row } from '../../src/model/trigger-table.ts'
import type { TriggerRequest, WhenRunning } from '../../src/model/trigger.ts'
import {
  aFailed,
  aOneStepPolicy,
  aPending,
  aPolicy,
  aPress,
  aRequest,
  aRunning,
  aSealed,
  aSlot,
  aSucceeded,
  aWaiting,
  hour,
  minute,
  second,
  someFacts,
  startAt,
  Story,
} from './support.ts'

/** A state of the key, and of the agent that is asked. */
interface Situation {
  readonly story: Story
  readonly facts?: Partial<AgentFacts>
}

const payload = { list: 1 }
const offline = { online: false }
const closed = { gate: 'metered connection' }
const neverSeals = aOneStepPolicy()

/** The rows: each state is reached by what happens to a key, not written down. */
const situations: Readonly<Record<string, () => Situation>> = {
  'nothing ever ran': () => ({ story: new Story() }),
  'succeeded a minute ago': () => ({ story: aSucceeded({ payload }) }),
  'cancelled a minute ago': () => {
    const story = aRunning({ payload })
    story.settle({ kind: 'cancelled' })
    return { story: story.advance(minute) }
  },
  'running, not sealed': () => ({ story: aRunning({ payload }) }),
  'running, not sealed, never seals': () => ({ story: aRunning({ payload, policy: neverSeals }) }),
  'running, seals by hand, not yet': () => ({
    story: aRunning({ payload, policy: neverUntilAsked }),
  }),
  'running, not sealed, expired': () => ({ story: aRunning({ payload }).advance(hour) }),
  'running, not sealed, paused, offline, gate closed': () => {
    const story = aRunning({ payload })
    story.pause()
    return { story, facts: { ...offline, ...closed } }
  },
  'running, sealed': () => ({ story: aSealed({ payload }) }),
  'running, its settle is to be confirmed': () => ({
    story: aRunning({ payload }),
    facts: { settling: true },
  }),
  'running, sealed by hand': () => {
    const story = aRunning({ payload, policy: neverUntilAsked })
    story.seal()
    return { story }
  },
  'cancelling, not sealed': () => {
    const story = aRunning({ payload })
    story.cancel()
    return { story }
  },
  'cancelling, sealed': () => {
    const story = aSealed({ payload })
    story.cancel()
    return { story }
  },
  paused: () => {
    const story = aSucceeded({ payload })
    story.pause()
    return { story }
  },
  'gate closed': () => ({ story: aSucceeded({ payload }), facts: closed }),
  'paused, waiting for retry': () => {
    const story = aWaiting({ payload })
    story.pause()
    return { story }
  },
  'paused, failed, offline': () => {
    const story = aFailed('fatal', { payload })
    story.pause()
    return { story, facts: offline }
  },
  'waiting for retry, not sealed': () => ({ story: aWaiting({ payload }) }),
  'waiting for retry, sealed': () => {
    const story = aSealed({ payload })
    story.fail()
    return { story }
  },
  'waiting for retry, never seals': () => ({ story: aWaiting({ payload, policy: neverSeals }) }),
  'waiting for network, offline': () => ({
    story: aWaiting({ payload, reason: 'offline' }),
    facts: offline,
  }),
  'waiting for sign-in': () => ({ story: aWaiting({ payload, reason: 'auth' }) }),
  'left unfinished by its agent': () => ({ story: aPending({ payload }) }),
  'failed: fatal': () => ({ story: aFailed('fatal', { payload }) }),
  'failed: poisoned': () => ({ story: aFailed('poisoned', { payload }) }),
  'failed: fatal, a newer task version': () => {
    const story = aFailed('fatal', { payload })
    story.policy = aPolicy({ version: 2 })
    return { story }
  },
  'failed: fatal, 24 h ago': () => ({
    story: aFailed('fatal', { payload }).advance(failedForMs - minute),
  }),
  'failed: fatal, offline': () => ({ story: aFailed('fatal', { payload }), facts: offline }),
  'failed: exhausted': () => ({ story: aFailed('exhausted', { payload }) }),
  'failed: exhausted, offline': () => ({
    story: aFailed('exhausted', { payload }),
    facts: offline,
  }),
  'failed: exhausted, the cap is over': () => ({
    story: aFailed('exhausted', { payload }).advance(14 * minute),
  }),
  offline: () => ({ story: aSucceeded({ payload }), facts: offline }),
  'offline, a task without network': () => ({
    story: aSucceeded({ payload, policy: aPolicy({ network: false }) }),
    facts: offline,
  }),
  'offline, just succeeded': () => ({
    story: aSucceeded({ payload }).advance(-55 * second),
    facts: offline,
  }),
  'succeeded 5 s ago': () => ({ story: aSucceeded({ payload }).advance(-55 * second) }),
  'succeeded 10 s ago': () => ({ story: aSucceeded({ payload }).advance(-50 * second) }),
  'started 5 s ago, cancelled since': () => {
    const story = aRunning({ payload })
    story.settle({ kind: 'cancelled' })
    return { story: story.advance(5 * second) }
  },
}

const neverUntilAsked = aPolicy({ seals: 'manual' })

/** The columns: what is asked. */
const requests = {
  nothing: aRequest(),
  'maybe something': aRequest({ brings: 'maybe' }),
  news: aRequest({ brings: 'news' }),
  'the same payload': aRequest({ payload: { list: 1 } }),
  'another payload': aRequest({ payload: { list: 2 } }),
  'pressed, nothing': aPress({ brings: 'nothing' }),
  pressed: aPress(),
  'pressed, another payload': aPress({ payload: { list: 2 } }),
} satisfies Record<string, TriggerRequest>

/** How a row of the table reads; `+ follow-up` asks for one more run. */
function told(row: Row): string {
  switch (row.effect) {
    case 'start-new':
      return 'started'
    case 'start-same':
      return `started: same run${row.resetAttempts ? ', afresh' : ''}${row.followUp ? ' + follow-up' : ''}`
    case 'join':
      return `joined${row.reason ? `: ${row.reason}` : ''}${row.followUp ? ' + follow-up' : ''}`
    case 'buffer':
      return `buffered: ${row.reason}`
    case 'supersede':
      return 'buffered, run cancelled'
    case 'skip':
      return `skipped: ${row.reason}`
    case 'defer':
      return `deferred: ${row.reason}`
    case 'leave':
      return `left: ${row.reason}`
  }
}

function decide({ story, facts }: Situation, request: TriggerRequest): Row {
  return chooseRow(story.record, request, someFacts(facts), story.policy, story.now)
}

const table = `
| state                                             | nothing               | maybe something                   | news                              | the same payload      | another payload                   | pressed, nothing         | pressed                              | pressed, another payload             |
| running, not sealed                               | joined                | joined                            | joined                            | joined                | buffered: news                    | joined                   | joined                               | buffered: news                       |
| running, not sealed, expired                      | joined                | joined                            | joined                            | joined                | buffered: news                    | joined                   | joined                               | buffered: news                       |
| running, not sealed, paused, offline, gate closed | joined                | joined                            | joined                            | joined                | buffered: news                    | joined                   | joined                               | buffered: news                       |
| running, seals by hand, not yet                   | joined                | joined                            | joined                            | joined                | buffered: news                    | joined                   | joined                               | buffered: news                       |
| running, not sealed, never seals                  | joined                | joined                            | buffered: news                    | joined                | buffered: news                    | joined                   | joined                               | buffered: news                       |
| running, sealed                                   | joined                | buffered: sealed                  | buffered: sealed                  | joined                | buffered: sealed                  | buffered: sealed         | buffered: sealed                     | buffered: sealed                     |
| running, its settle is to be confirmed            | joined                | buffered: sealed                  | buffered: sealed                  | joined                | buffered: sealed                  | buffered: sealed         | buffered: sealed                     | buffered: sealed                     |
| running, sealed by hand                           | joined                | buffered: sealed                  | buffered: sealed                  | joined                | buffered: sealed                  | buffered: sealed         | buffered: sealed                     | buffered: sealed                     |
| cancelling, not sealed                            | skipped: cancelling   | buffered: cancelling              | buffered: cancelling              | skipped: cancelling   | buffered: cancelling              | buffered: cancelling     | buffered: cancelling                 | buffered: cancelling                 |
| cancelling, sealed                                | skipped: cancelling   | buffered: cancelling              | buffered: cancelling              | skipped: cancelling   | buffered: cancelling              | buffered: cancelling     | buffered: cancelling                 | buffered: cancelling                 |
| paused                                            | deferred: paused      | deferred: paused                  | deferred: paused                  | deferred: paused      | deferred: paused                  | deferred: paused         | deferred: paused                     | deferred: paused                     |
| gate closed                                       | deferred: gate        | deferred: gate                    | deferred: gate                    | deferred: gate        | deferred: gate                    | deferred: gate           | deferred: gate                       | deferred: gate                       |
| paused, waiting for retry                         | deferred: paused      | deferred: paused                  | deferred: paused                  | deferred: paused      | deferred: paused                  | deferred: paused         | deferred: paused                     | deferred: paused                     |
| paused, failed, offline                           | deferred: paused      | deferred: paused                  | deferred: paused                  | deferred: paused      | deferred: paused                  | deferred: paused         | deferred: paused                     | deferred: paused                     |
| waiting for retry, not sealed                     | joined: waiting-retry | joined: waiting-retry             | joined: waiting-retry             | joined: waiting-retry | joined: waiting-retry + follow-up | started: same run, afresh | started: same run, afresh           | started: same run, afresh + follow-up |
| waiting for retry, sealed                         | joined: waiting-retry | joined: waiting-retry + follow-up | joined: waiting-retry + follow-up | joined: waiting-retry | joined: waiting-retry + follow-up | started: same run, afresh | started: same run, afresh + follow-up | started: same run, afresh + follow-up |
| waiting for retry, never seals                    | joined: waiting-retry | joined: waiting-retry + follow-up | joined: waiting-retry + follow-up | joined: waiting-retry | joined: waiting-retry + follow-up | started: same run, afresh | started: same run, afresh + follow-up | started: same run, afresh + follow-up |
| waiting for network, offline                      | joined: waiting-retry | joined: waiting-retry             | joined: waiting-retry             | joined: waiting-retry | joined: waiting-retry + follow-up | started: same run, afresh | started: same run, afresh           | started: same run, afresh + follow-up |
| waiting for sign-in                               | joined: waiting-retry | joined: waiting-retry             | joined: waiting-retry             | joined: waiting-retry | joined: waiting-retry + follow-up | started: same run, afresh | started: same run, afresh           | started: same run, afresh + follow-up |
| left unfinished by its agent                      | started: same run     | started: same run                 | started: same run                 | started: same run     | started: same run + follow-up     | started: same run        | started: same run                    | started: same run + follow-up        |
| failed: fatal                                     | skipped: failed       | skipped: failed                   | started                           | skipped: failed       | started                           | started                  | started                              | started                              |
| failed: poisoned                                  | skipped: failed       | skipped: failed                   | started                           | skipped: failed       | started                           | started                  | started                              | started                              |
| failed: fatal, a newer task version               | started               | started                           | started                           | started               | started                           | started                  | started                              | started                              |
| failed: fatal, 24 h ago                           | started               | started                           | started                           | started               | started                           | started                  | started                              | started                              |
| failed: fatal, offline                            | skipped: failed       | skipped: failed                   | deferred: offline                 | skipped: failed       | deferred: offline                 | started                  | started                              | started                              |
| failed: exhausted                                 | deferred: exhausted   | deferred: exhausted               | deferred: exhausted               | deferred: exhausted   | deferred: exhausted               | started                  | started                              | started                              |
| failed: exhausted, offline                        | deferred: exhausted   | deferred: exhausted               | deferred: exhausted               | deferred: exhausted   | deferred: exhausted               | started                  | started                              | started                              |
| failed: exhausted, the cap is over                | started               | started                           | started                           | started               | started                           | started                  | started                              | started                              |
| offline                                           | deferred: offline     | deferred: offline                 | deferred: offline                 | deferred: offline     | deferred: offline                 | started                  | started                              | started                              |
| offline, just succeeded                           | deferred: offline     | deferred: offline                 | deferred: offline                 | deferred: offline     | deferred: offline                 | started                  | started                              | started                              |
| offline, a task without network                   | started               | started                           | started                           | started               | started                           | started                  | started                              | started                              |
| succeeded 5 s ago                                 | skipped: min-interval | skipped: min-interval             | deferred: min-interval            | deferred: min-interval | deferred: min-interval           | started                  | started                              | started                              |
| started 5 s ago, cancelled since                  | skipped: min-interval | skipped: min-interval             | deferred: min-interval            | deferred: min-interval | deferred: min-interval           | started                  | started                              | started                              |
| succeeded 10 s ago                                | started               | started                           | started                           | started               | started                           | started                  | started                              | started                              |
| succeeded a minute ago                            | started               | started                           | started                           | started               | started                           | started                  | started                              | started                              |
| cancelled a minute ago                            | started               | started                           | started                           | started               | started                           | started                  | started                              | started                              |
`

/** The cells of a table as it is printed: the row's name, the column's name, what stands there. */
function cellsOf(text: string): (readonly [string, string, string])[] {
  const [head = [], ...rows] = text
    .trim()
    .split('\n')
    .map(line =>
      line
        .split('|')
        .slice(1, -1)
        .map(cell => cell.trim()),
    )
  return rows.flatMap(([state = '', ...cells]) =>
    cells.map((cell, i) => [state, head[i + 1] ?? '', cell] as const),
  )
}

describe('the table of triggers', () => {
  test.each(cellsOf(table))('%s | %s → %s', (state, asked, expected) => {
    const situation = situations[state]
    const request = (requests as Record<string, TriggerRequest>)[asked]
    if (!situation || !request) throw new Error(`no such row or column: ${state}, ${asked}`)
    expect(told(decide(situation(), request))).toBe(expected)
  })

  test('every state that is described is a row', () => {
    const rows = new Set(cellsOf(table).map(([state]) => state))
    expect(Object.keys(situations).filter(state => !rows.has(state))).toEqual(['nothing ever ran'])
  })

  test('a key for which nothing ever ran starts, whoever asks', () => {
    for (const request of Object.values(requests)) {
      expect(new Story().trigger(request)).toMatchObject({ decision: 'started', acquired: true })
    }
  })

  test('the source decides nothing', () => {
    for (const situation of Object.values(situations)) {
      if (!situation().story.stored) continue
      const answers = ['manual', 'schedule', 'push', 'whatever'].map(source =>
        told(decide(situation(), aRequest({ source, brings: 'maybe' }))),
      )
      expect(new Set(answers).size).toBe(1)
    }
  })
})

describe('a trigger while the key is running, as the task or the call wants it', () => {
  const modes = `
| state                            | asked                    | join             | buffer            | skip             | restart                 |
| running, not sealed              | nothing                  | joined           | buffered: running | skipped: running | buffered, run cancelled |
| running, not sealed              | news                     | joined           | buffered: running | skipped: running | buffered, run cancelled |
| running, not sealed              | another payload          | buffered: news   | buffered: running | skipped: running | buffered, run cancelled |
| running, not sealed, never seals | maybe something          | joined           | buffered: running | skipped: running | buffered, run cancelled |
| running, not sealed, never seals | news                     | buffered: news   | buffered: running | skipped: running | buffered, run cancelled |
| running, sealed                  | nothing                  | joined           | buffered: running | skipped: running | buffered, run cancelled |
| running, sealed                  | maybe something          | joined           | buffered: running | skipped: running | buffered, run cancelled |
| running, sealed                  | news                     | buffered: sealed | buffered: running | skipped: running | buffered, run cancelled |
| running, sealed                  | another payload          | buffered: sealed | buffered: running | skipped: running | buffered, run cancelled |
| running, sealed                  | pressed                  | joined           | buffered: running | skipped: running | buffered, run cancelled |
| running, sealed                  | pressed, another payload | buffered: sealed | buffered: running | skipped: running | buffered, run cancelled |
| waiting for retry, not sealed    | nothing                  | joined: waiting-retry | joined: waiting-retry | joined: waiting-retry | joined: waiting-retry |
| succeeded a minute ago           | nothing                  | started          | started           | started          | started                 |
`
  const cells = modes
    .trim()
    .split('\n')
    .slice(1)
    .flatMap(line => {
      const [state = '', asked = '', ...answers] = line
        .split('|')
        .slice(1, -1)
        .map(cell => cell.trim())
      const names = ['join', 'buffer', 'skip', 'restart'] as const
      return names.map((mode, i) => [state, asked, mode, answers[i] ?? ''] as const)
    })

  test.each(cells)('%s | %s | %s for this call → %s', (state, asked, whenRunning, expected) => {
    const request = {
      ...(requests as Record<string, TriggerRequest>)[asked],
      whenRunning,
    } as TriggerRequest
    expect(told(decide((situations[state] as () => Situation)(), request))).toBe(expected)
  })

  test.each<[WhenRunning, string, string]>([
    ['join', 'joined', 'joined'],
    ['buffer', 'buffered: running', 'buffered: running'],
    ['skip', 'skipped: running', 'skipped: running'],
    ['restart', 'joined', 'buffered, run cancelled'],
  ])('a task that says %s: automatic → %s, by the user → %s', (whenRunning, automatic, byUser) => {
    const policy = aPolicy({ whenRunning })
    const answer = (request: TriggerRequest): string =>
      told(decide({ story: aRunning({ policy, payload }) }, request))
    expect([answer(aRequest()), answer(aPress())]).toEqual([automatic, byUser])
  })

  test('the call outranks the task', () => {
    const story = aSealed({ policy: aPolicy({ whenRunning: 'skip' }) })
    expect(told(decide({ story }, aPress({ whenRunning: 'auto' })))).toBe('buffered: sealed')
  })

  test('what is being cancelled is not joined, whatever the mode', () => {
    for (const whenRunning of ['join', 'skip', 'restart', 'buffer'] as const) {
      const row = decide(
        (situations['cancelling, not sealed'] as () => Situation)(),
        aPress({ whenRunning }),
      )
      expect(told(row)).toBe('buffered: cancelling')
    }
  })
})

describe('slots', () => {
  function afterSlot(at: number): Story {
    const story = new Story()
    story.trigger(aSlot(at))
    story.endStage()
    story.succeed()
    return story
  }

  test('a slot that is not newer than the last is done, whatever else is the case', () => {
    const story = afterSlot(startAt)
    story.trigger()
    expect(told(decide({ story }, aSlot(startAt)))).toBe('skipped: slot-done')
    story.pause()
    expect(told(decide({ story, facts: offline }, aSlot(startAt - minute)))).toBe(
      'skipped: slot-done',
    )
    expect(told(decide({ story }, aSlot(startAt, { queues: true })))).toBe('skipped: slot-done')
  })

  test('each schedule of a key has its own slots', () => {
    expect(
      told(decide({ story: afterSlot(startAt) }, aSlot(startAt, { id: 'cron 0 * * * *' }))),
    ).toBe('started')
  })

  test('a slot is not kept away by the shortest interval between runs', () => {
    const story = afterSlot(startAt)
    expect(told(decide({ story }, aRequest()))).toBe('skipped: min-interval')
    expect(told(decide({ story }, aSlot(startAt + second)))).toBe('started')
  })

  test('a slot joins what is running, or what waits', () => {
    expect(told(decide({ story: aRunning() }, aSlot(startAt)))).toBe('joined')
    expect(told(decide({ story: aSealed() }, aSlot(startAt)))).toBe('joined')
    expect(told(decide({ story: aWaiting() }, aSlot(startAt)))).toBe('joined: waiting-retry')
  })

  test.each<[string, () => Situation, string]>([
    ['something is running', () => ({ story: aRunning() }), 'left: slot-queued'],
    ['a run waits for retry', () => ({ story: aWaiting() }), 'left: slot-queued'],
    ['the key is paused', () => (situations['paused'] as () => Situation)(), 'left: paused'],
    ['the gate is closed', () => (situations['gate closed'] as () => Situation)(), 'left: gate'],
    ['the device is offline', () => (situations['offline'] as () => Situation)(), 'left: offline'],
    [
      'the last occurrence is exhausted',
      () => ({ story: aFailed('exhausted') }),
      'left: exhausted',
    ],
  ])(
    'a slot that queues never joins and is never merged: while %s it stays due',
    (_, situation, expected) => {
      expect(told(decide(situation(), aSlot(startAt + day2, { queues: true })))).toBe(expected)
    },
  )

  const day2 = 48 * hour
})

describe('how long a reason holds', () => {
  const dueIn = (row: Row, story: Story): number | null =>
    row.effect === 'defer' && row.dueAt !== null ? row.dueAt - story.now : null

  test('news within the shortest interval comes at its end, counted from the later of start and success', () => {
    const story = aSucceeded().advance(-57 * second)
    expect(dueIn(decide({ story }, aRequest({ brings: 'news' })), story)).toBe(7 * second)
  })

  test('what is exhausted is tried again at the retry cap after the failure', () => {
    const story = aFailed('exhausted')
    expect(dueIn(decide({ story }, aRequest()), story)).toBe(14 * minute)
  })

  test('what waits for an event has no date', () => {
    for (const state of ['paused', 'gate closed', 'offline']) {
      const situation = (situations[state] as () => Situation)()
      expect(decide(situation, aRequest())).toMatchObject({ dueAt: null })
    }
  })

  test('a clock that was set back keeps nobody away', () => {
    for (const cause of ['fatal', 'exhausted'] as const) {
      const story = aFailed(cause).advance(-365 * 24 * hour)
      expect(told(decide({ story }, aRequest()))).toBe('started')
    }
    expect(told(decide({ story: aSucceeded().advance(-365 * 24 * hour) }, aRequest()))).toBe(
      'started',
    )
  })
})

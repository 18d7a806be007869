/** What stands on the timeline, and where keys and buttons lead. */
import { describe, expect, test } from 'vitest'
import { axisMarks } from '../../src/inspector/axis.ts'
import { barsOfRecord, barsOfRow } from '../../src/inspector/bars.ts'
import { deriveTimeline, stack } from '../../src/inspector/lanes.ts'
import { nextMark, standIn } from '../../src/inspector/next-mark.ts'
import { groupTicks } from '../../src/inspector/tick-groups.ts'
import { pan, parseSpan, rangeOf, zoom } from '../../src/inspector/time-window.ts'
import { sourceLetter } from '../../src/inspector/words.ts'
import { aHeldRecord, aNote, anInsight, aRow, aRun, minute, startAt } from './builders.ts'

const range = { fromAt: startAt - minute, toAt: startAt + 10 * minute }

describe('bars', () => {
  test('a run of one agent is one bar', () => {
    expect(barsOfRow(aRow())).toMatchObject([
      {
        agent: 'tab-a',
        fromAt: startAt,
        toAt: startAt + minute,
        outcome: 'succeeded',
        began: null,
      },
    ])
  })

  test('a takeover divides a run: whoever started it, then whoever took it over, from its fence on', () => {
    const tookAt = startAt + 20_000
    expect(barsOfRow(aRow({ agent: 'tab-b', takeovers: 1, fence: tookAt }))).toMatchObject([
      { agent: 'tab-a', fromAt: startAt, toAt: tookAt, outcome: 'left', began: null },
      { agent: 'tab-b', fromAt: tookAt, toAt: startAt + minute, began: 'takeover' },
    ])
  })

  test('a fence that is no instant of the run, as after bursts, divides nothing but is still marked', () => {
    const [bar, ...more] = barsOfRow(aRow({ agent: 'tab-b', takeovers: 1, fence: 12 }))
    expect(more).toEqual([])
    expect(bar).toMatchObject({ agent: 'tab-b', fromAt: startAt, began: 'takeover' })
  })

  test('a run that went on elsewhere without a takeover is no takeover', () => {
    const bars = barsOfRow(aRow({ agent: 'tab-b', fence: startAt + 20_000 }))
    expect(bars.map(({ began }) => began)).toEqual([null, 'went-on'])
  })

  test('what goes on has no end; what nobody holds waits in the lane of whoever started it', () => {
    expect(barsOfRecord(aHeldRecord())).toMatchObject([{ outcome: 'running', toAt: null }])
    const waiting = aHeldRecord({ lease: null, run: aRun({ state: 'waiting' }) })
    expect(barsOfRecord(waiting)).toMatchObject([{ agent: 'tab-a', outcome: 'waiting' }])
    expect(barsOfRecord(aHeldRecord({ lease: null, run: null }))).toEqual([])
  })

  test('bars that would lie on each other stand below each other, in as few tracks as can be', () => {
    const at = (from: number, to: number) => {
      const [bar] = barsOfRow(aRow({ seq: from, startedAt: startAt + from, endedAt: startAt + to }))
      if (!bar) throw new Error('no bar')
      return bar
    }
    const tracks = stack([at(0, 10), at(5, 15), at(10, 20), at(16, 30)], startAt + 100)
    expect(tracks.map(track => track.map(bar => bar.fromAt - startAt))).toEqual([
      [0, 10],
      [5, 16],
    ])
  })
})

describe('lanes', () => {
  test('this agent comes first, then those that did something last', () => {
    const rows = ['tab-c', 'tab-a', 'tab-b'].map((agent, i) =>
      aRow({
        seq: i + 1,
        agent,
        endedAt: startAt + minute - i,
        triggers: [aNote({ agent })],
      }),
    )
    const { lanes } = deriveTimeline(anInsight([], rows), range, startAt)
    expect(lanes.map(({ name }) => name)).toEqual(['this tab', 'Courses · ab-c', 'Courses · ab-a'])
  })

  test('nothing outside of the range or of other keys is there, and what is too much is counted', () => {
    const rows = [1, 2, 3].map(seq => aRow({ seq, triggers: [] }))
    const late = aRow({ seq: 4, startedAt: range.toAt + 1, endedAt: range.toAt + 2, triggers: [] })
    const insight = anInsight([], [late, ...rows])
    expect(deriveTimeline(insight, range, startAt, { limit: 2 })).toMatchObject({ left: 1 })
    expect(deriveTimeline(insight, range, startAt, { shows: () => false }).lanes).toEqual([])
  })

  test('triggers of the past are there, however many came since, and whatever other keys did', () => {
    const since = Array.from({ length: 2_500 }, (_, i) =>
      aRow({ seq: i + 2, startedAt: range.toAt + i + 1, endedAt: range.toAt + i + 2 }),
    )
    const rows = since.map(row => ({ ...row, triggers: [aNote({ at: row.startedAt })] }))
    const insight = anInsight([], [...rows.toReversed(), aRow({ seq: 1 })])
    const { lanes } = deriveTimeline(insight, range, range.toAt + minute)
    expect(lanes.map(({ triggers }) => triggers.length)).toEqual([1])
  })

  test('triggers near each other share a tick', () => {
    const notes = [0, 5, 30].map((ms, i) => ({
      ...aNote({ at: startAt + ms }),
      id: String(i),
      key: 'k',
      runId: null,
    }))
    expect(groupTicks(notes, 10).map(({ triggers }) => triggers.length)).toEqual([2, 1])
  })
})

describe('the range', () => {
  const now = startAt
  test('follows the present until it is moved, and again when it comes back to it', () => {
    const follows = { spanMs: minute, endAt: null }
    expect(rangeOf(follows, now).toAt).toBeGreaterThan(now)
    const past = pan(follows, -1, now)
    expect(past.endAt).toBeLessThan(now)
    expect(pan(past, 1, now).endAt).toBeNull()
  })

  test('zooms around what stands under the pointer', () => {
    const before = { spanMs: minute, endAt: now - 10 * minute }
    const after = zoom(before, 0.5, 0.25, now)
    const pivot = (window: typeof before | typeof after) => {
      const { fromAt, toAt } = rangeOf(window, now)
      return fromAt + (toAt - fromAt) * 0.25
    }
    expect(after.spanMs).toBe(minute / 2)
    expect(pivot(after)).toBe(pivot(before))
  })

  test.each([
    ['60000', minute],
    ['999', null],
    ['Infinity', 366 * 24 * 60 * minute],
    ['an hour', null],
    [null, null],
  ])('is asked for by %j: %j ms', (text, spanMs) => {
    expect(parseSpan(text)).toBe(spanMs)
  })

  test('the axis has few marks, at full hours of the wall', () => {
    const offsetMs = 30 * minute
    const day = { fromAt: startAt, toAt: startAt + 24 * 60 * minute }
    const marks = axisMarks(day, 8, offsetMs)
    expect(marks.length).toBeLessThanOrEqual(8)
    expect(marks.every(at => (at + offsetMs) % (60 * minute) === 0)).toBe(true)
  })
})

describe('arrow keys', () => {
  const lanes = [
    [
      { id: 'a', at: 1 },
      { id: 'b', at: 9 },
    ],
    [],
    [
      { id: 'c', at: 2 },
      { id: 'd', at: 8 },
    ],
  ]
  test.each([
    ['a', 'ArrowRight', 'b'],
    ['b', 'ArrowRight', 'b'],
    ['b', 'ArrowLeft', 'a'],
    ['b', 'ArrowDown', 'd'],
    ['c', 'ArrowUp', 'a'],
    ['a', 'ArrowUp', 'a'],
    ['a', 'End', 'b'],
    ['d', 'Home', 'c'],
    [null, '', 'b'],
  ])('from %s, %s leads to %s', (from, key, to) => {
    expect(nextMark(lanes, from, key)).toBe(to)
  })

  test('lead nowhere where there is nothing', () => {
    expect(nextMark([[]], null, 'ArrowLeft')).toBeNull()
  })
})

describe('where a mark is gone', () => {
  const ticks = [
    { id: 'tick 2', at: 20, triggers: ['2', '3'] },
    { id: 'tick 4', at: 40, triggers: ['4'] },
  ]
  const lanes = [[{ id: 'a', at: 11 }], ticks]
  test('the tick that its triggers went to stands for it, however far off', () => {
    expect(standIn(lanes, { id: 'tick 1', at: 10, triggers: ['1', '2'] })).toBe('tick 2')
  })

  test('the nearest in time does, when there is none; and the last one of all where nothing was before', () => {
    expect(standIn(lanes, { id: 'b', at: 12 })).toBe('a')
    expect(standIn(lanes, { id: 'tick 0', at: 35, triggers: ['0'] })).toBe('tick 4')
    expect(standIn(lanes, undefined)).toBe('a')
    expect(standIn([], { id: 'b', at: 12 })).toBeNull()
  })
})

describe('a letter for a source', () => {
  test.each([
    ['manual', 'M'],
    ['🧪 lab', '🧪'],
    ['', '?'],
  ])('%j: %s', (source, letter) => {
    expect(sourceLetter(source)).toBe(letter)
  })
})

/** What stands on the timeline in a range of time: a lane for each agent, with its bars and its triggers. */
import { type AgentName, nameAgents } from './agent-names.ts'
import { type Bar, barsOfRecord, barsOfRow } from './bars.ts'
import { deriveDecisions, type DecisionRow } from './decisions.ts'
import type { Insight } from './insight.ts'

/** A part of time, epoch ms. */
export interface TimeRange {
  readonly fromAt: number
  readonly toAt: number
}

/** What one agent did. */
export interface Lane extends AgentName {
  readonly agent: string
  /** Bars that would lie on each other stand in tracks below each other. */
  readonly tracks: readonly (readonly Bar[])[]
  readonly triggers: readonly DecisionRow[]
}

/** The lanes of a range. */
export interface Timeline {
  /** This agent first, then those that did something last. */
  readonly lanes: readonly Lane[]
  /** What lies in the range and is not drawn, since it is too much; the oldest. */
  readonly left: number
}

/** Which keys are shown, and how much at most. */
export interface TimelineOptions {
  /** Default: all keys. */
  readonly shows?: (key: string) => boolean
  /** Bars at most, and triggers at most. Default 300. */
  readonly limit?: number
}

/** Derives them. `now` is where bars end that go on. */
export function deriveTimeline(
  insight: Insight,
  range: TimeRange,
  now: number,
  { shows = () => true, limit = 300 }: TimelineOptions = {},
): Timeline {
  // Ten thousand runs may lie in the range: bars are made of those only that are drawn.
  const rows = insight.rows
    .filter(({ key, startedAt, endedAt }) => shows(key) && isIn(range, startedAt, endedAt))
    .sort((a, b) => b.startedAt - a.startedAt)
  const bars = [...insight.records.values()]
    .flatMap(barsOfRecord)
    .concat(rows.slice(0, limit).flatMap(barsOfRow))
    .filter(bar => shows(bar.key) && isIn(range, bar.fromAt, bar.toAt ?? now))
    .sort((a, b) => b.fromAt - a.fromAt)
  const admits = ({ key, at }: { readonly key: string; readonly at: number }): boolean =>
    shows(key) && isIn(range, at, at)
  const triggers = deriveDecisions(insight, { admits })
  const byAgent = new Map<string, { bars: Bar[]; triggers: DecisionRow[]; lastAt: number }>()
  const laneOf = (agent: string, at: number) => {
    const lane = byAgent.get(agent) ?? { bars: [], triggers: [], lastAt: 0 }
    byAgent.set(agent, lane)
    lane.lastAt = Math.max(lane.lastAt, at)
    return lane
  }
  for (const bar of bars.slice(0, limit)) laneOf(bar.agent, bar.toAt ?? now).bars.push(bar)
  for (const note of triggers.slice(0, limit)) laneOf(note.agent, note.at).triggers.push(note)
  const nameOf = nameAgents(insight)
  const lanes = [...byAgent]
    .map(([agent, lane]) => ({ agent, ...nameOf(agent), ...lane }))
    .sort((a, b) => Number(b.isHere) - Number(a.isHere) || b.lastAt - a.lastAt)
    .map(({ agent, name, isHere, bars: found, triggers: notes }) => ({
      ...{ agent, name, isHere, triggers: notes },
      tracks: stack(found, now),
    }))
  const left = [bars, rows, triggers].reduce(
    (sum, { length }) => sum + Math.max(0, length - limit),
    0,
  )
  return { lanes, left }
}

/** Bars in the order of time, each in the first track in which it lies on no other one. */
export function stack(bars: readonly Bar[], now: number): readonly (readonly Bar[])[] {
  const tracks: Bar[][] = []
  for (const bar of bars.toSorted((a, b) => a.fromAt - b.fromAt)) {
    const free = tracks.find(track => endOf(track.at(-1), now) <= bar.fromAt)
    if (free) free.push(bar)
    else tracks.push([bar])
  }
  return tracks
}

function endOf(bar: Bar | undefined, now: number): number {
  return bar ? (bar.toAt ?? Math.max(now, bar.fromAt + 1)) : Number.NEGATIVE_INFINITY
}

function isIn({ fromAt, toAt }: TimeRange, beginAt: number, endAt: number): boolean {
  return beginAt <= toAt && endAt >= fromAt
}

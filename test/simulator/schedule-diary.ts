/** What became of the slots of each day, compared with the instants that there were. */
import type { HistoryRow } from 'leasehold'
import type { World } from 'leasehold/testing'
import type { Missed } from 'leasehold/triggers'
import { expect } from 'vitest'
import type { TaskRecord } from '../../src/model/record.ts'
import type { Slot } from '../../src/model/slot.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** A slot waits for up to 60 s, and then up to 30 s for the next look. */
const latestLookMs = 95_000
/** A clock is corrected by so much all the time. */
const correctionMs = 2_000

/** Keeps the runs of two schedules, and checks each day. */
export interface Diary {
  /** When the next slot of one of them is. */
  nextSlotAt(): number
  /** Everything between `wokeAt` and now. */
  checkDay(wokeAt: number): void
  /** That the days had in them what they are for. */
  checkYears(): void
}

interface Page {
  readonly key: string
  readonly periodMs: number
  /** The instants are so far from this one. */
  originOf(slot: Slot): number
  slot: Slot | null
  seq: number
  /** Slots that ran, since the schedule last began anew. */
  readonly ran: Set<number>
}

/** Makes the diary of a world whose tasks are `counted` (30 h) and `pinned` (02:30 UTC). */
export function createDiary(world: World, missed: Missed): Diary {
  const page = (key: string, periodMs: number, originOf: Page['originOf']): Page => {
    return { key, periodMs, originOf, slot: null, seq: 0, ran: new Set() }
  }
  const pages = [
    page('u1|counted', 30 * hour, slot => slot.anchorAt),
    page('u1|pinned', day, () => 2.5 * hour),
  ]
  const seen = { runs: 0, begunAnew: 0, overflows: 0, late: 0, races: 0 }

  const recordOf = ({ key }: Page): TaskRecord => world.record(key) as TaskRecord
  const slotOf = (each: Page): Slot => Object.values(recordOf(each).slots)[0] as Slot

  /** The last instant at or before `at`. */
  function instantBefore(each: Page, slot: Slot, at: number): number {
    const origin = each.originOf(slot)
    return origin + Math.floor((at - origin) / each.periodMs) * each.periodMs
  }

  /** The instants after `from`, up to `to`, the newest first. */
  function instantsBetween(each: Page, slot: Slot, from: number, to: number): number[] {
    const found: number[] = []
    const first = Math.max(from, slot.anchorAt)
    for (let at = instantBefore(each, slot, to); at > first; at -= each.periodMs) found.push(at)
    return found
  }

  function newRuns(each: Page): readonly HistoryRow[] {
    const rows = world.history(each.key).filter(row => row.seq > each.seq)
    each.seq = rows.at(-1)?.seq ?? each.seq
    return rows
  }

  function checkPage(each: Page, wokeAt: number): void {
    const [record, slot, before] = [recordOf(each), slotOf(each), each.slot]
    const rows = newRuns(each)
    each.slot = slot
    if (before) checkFall(each, before, slot, wokeAt)
    seen.races += record.recent.filter(note => note.reason === 'slot-done').length
    for (const { scheduledAt, status } of rows) {
      expect(status).toBe('succeeded')
      expect(each.ran, `one run for ${each.key} at ${scheduledAt}`).not.toContain(scheduledAt)
      expect(scheduledAt).toBeLessThanOrEqual(slot.lastSlot)
      each.ran.add(scheduledAt ?? Number.NaN)
      seen.runs++
    }
    expect(record.run).toBeNull()
    if (before && slot.lastSlot >= before.lastSlot) checkDue(each, before, slot, wokeAt, record)
  }

  /** The last slot falls only when it was dated by a clock that has been set right since. */
  function checkFall(each: Page, before: Slot, slot: Slot, wokeAt: number): void {
    const aheadMs = Math.max(before.lastSlot, before.anchorAt) - wokeAt - each.periodMs - day
    const fell = slot.lastSlot < before.lastSlot
    if (aheadMs > correctionMs + 3 * minute) expect(fell).toBe(true)
    if (!fell) return
    expect(aheadMs).toBeGreaterThan(correctionMs - 3 * minute)
    seen.begunAnew++
    each.ran.clear()
  }

  function checkDue(
    each: Page,
    before: Slot,
    slot: Slot,
    wokeAt: number,
    record: TaskRecord,
  ): void {
    const lookedAt = world.clock.now() - latestLookMs
    const meanwhile = instantsBetween(each, slot, Math.max(before.lastSlot, wokeAt), lookedAt)
    const asleep = instantsBetween(each, slot, before.lastSlot, wokeAt)
    seen.late += asleep.length
    // What comes in the first half minute may be found together with what was missed.
    const passed = [...meanwhile, ...asleep]
    const due = { skip: meanwhile, latest: passed.slice(0, 1), all: passed.slice(0, 10) }[missed]
    for (const at of due) expect([...each.ran], `${each.key} was due at ${at}`).toContain(at)
    const most = { skip: 0, latest: 1, all: 10 }[missed]
    const caughtUp = asleep.filter(at => at < wokeAt - 2 * minute && each.ran.has(at))
    expect(caughtUp.length).toBeLessThanOrEqual(most)
    if (missed !== 'all' || passed.length <= 12) return
    seen.overflows++
    const told = record.recent.findLast(note => note.reason === 'slot-missed')
    // About how many, by the length of a period; one more or less has come meanwhile.
    expect(Math.abs((told?.count ?? 0) - (passed.length - 10))).toBeLessThanOrEqual(2)
  }

  return {
    nextSlotAt: () =>
      Math.min(
        ...pages.map(each => instantBefore(each, slotOf(each), world.clock.now()) + each.periodMs),
      ),
    checkDay(wokeAt) {
      for (const each of pages) checkPage(each, wokeAt)
    },
    checkYears() {
      expect(seen.runs).toBeGreaterThan(600)
      expect(seen.begunAnew).toBeGreaterThan(5)
      expect(seen.late).toBeGreaterThan(500)
      expect(seen.races).toBeGreaterThan(50)
      if (missed === 'all') expect(seen.overflows).toBeGreaterThan(5)
    },
  }
}

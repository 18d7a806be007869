/** The instants of a wall-clock expression: strictly growing, whatever a library answers about them. */
import type { Calendar } from './schedule.ts'

/** The finest step of an expression, ms. */
const stepMs = 1_000
/** For so long a wrong answer is not believed, ms: what is wrong at a change of summer time is right then. */
const mistrustedMs = 2 * 60 * 60_000
/** No expression rests for longer, ms: a leap day that has to be a Monday comes every 40 years at least. */
const restsAtMostMs = 100 * 366 * 24 * 60 * 60_000
/** The search for an instant of the past begins no further back, ms. */
const dayMs = 24 * 60 * 60_000
/** So many gaps are known without asking: a backlog, and those around it. */
const gapsKept = 16

/** What knows the instants. */
export interface WallClock {
  /** The first instant after `at` (a whole second), epoch ms; `null` when there is none. */
  after(at: number): number | null
  /** Tells at `at` whether the wall clock is still that of the same place. */
  placeAt(at: number): unknown
}

/** A time without an instant, up to the next one; a whole period when it begins with one. */
interface Gap {
  readonly from: number
  readonly to: number
  readonly isPeriod: boolean
  readonly place: unknown
}

/** Makes the calendar of a wall clock. To ask it is dear, so what was found is remembered. */
export function wallClockCalendar(clock: WallClock): Calendar {
  const known: Gap[] = []

  /** Strictly after `at`: an answer that is not would serve an instant twice. */
  function ask(at: number): number {
    const from = Math.floor(at / stepMs) * stepMs
    for (let step = from; step <= from + mistrustedMs; step += stepMs) {
      const found = clock.after(step)
      if (found === null) break
      if (found > at) return found
    }
    return Number.POSITIVE_INFINITY
  }

  function isHere({ from, place }: Gap): boolean {
    return place === clock.placeAt(from)
  }

  function learn(from: number, to: number, isPeriod: boolean): Gap {
    const gap = { from, to, isPeriod, place: clock.placeAt(from) }
    // The one that it reaches over says nothing more.
    const within = known.findIndex(each => each.to === to && from <= each.from)
    if (within >= 0) known.splice(within, 1)
    if (known.unshift(gap) > gapsKept) known.pop()
    return gap
  }

  /** The known gap that `at` lies in, unless it is of another place. */
  function recall(at: number): Gap | undefined {
    return known.find(gap => gap.from <= at && at < gap.to && isHere(gap))
  }

  /** Some instant at or before `at`. */
  function someBefore(at: number): number | null {
    const near = known.find(gap => gap.to <= at && isHere(gap))
    if (near) return near.to
    const [latest] = known
    let back = latest ? Math.min(latest.to - latest.from, dayMs) : stepMs
    for (; back < restsAtMostMs; back *= 2) {
      const found = ask(at - back)
      if (found <= at) return found
    }
    return null
  }

  function periodAt(at: number): Gap | null {
    const remembered = recall(at)
    if (remembered?.isPeriod) return remembered
    let from = someBefore(at)
    if (from === null) return null
    // No instant lies between the end and `at`. Each turn halves what is left.
    let end = at
    for (;;) {
      const to = ask(from)
      if (to > at) return learn(from, to, true)
      const middle: number = to + (end - to) / 2
      const found = ask(middle)
      from = found <= at ? found : to
      if (found > at) end = middle
    }
  }

  const next = (_: number, at: number): number => (recall(at) ?? learn(at, ask(at), false)).to

  return {
    next,
    latest: (_, at) => periodAt(at)?.from ?? null,
    periodMs: (anchorAt, at) => next(anchorAt, at) - at,
    isAnchored: false,
  }
}

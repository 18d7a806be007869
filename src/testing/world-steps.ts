/** How a simulated world goes from one event to the next, and time with it. */
import type { ManualClock } from './manual-clock.ts'
import type { Scheduler } from './scheduler.ts'
import type { SeededRandom } from './seeded-random.ts'
import { SimViolation } from './sim-violation.ts'
import type { World } from './world-types.ts'

/** The steps of a world. */
export interface WorldSteps
  extends Pick<World, 'step' | 'settle' | 'pass' | 'until' | 'isBusy' | 'steps' | 'trace'> {
  /** Writes down what happens now. */
  note(label: string): void
  /** Lets all promise reactions run, and fails when a promise is broken. */
  settleStep(): Promise<void>
}

/** What the steps are made of. */
export interface WorldStepsDeps {
  readonly seed: number
  readonly clock: ManualClock
  readonly random: SeededRandom
  readonly scheduler: Scheduler
  /** A step was made: what must hold at every moment is looked at. */
  look(): void
  /** Promises broken so far. */
  broken(): readonly string[]
  /** Resolves when all promise reactions have run. */
  drain(): Promise<void>
}

const traced = 80
const stepsAtMost = 20_000

/** Makes them; nothing has happened. */
export function createWorldSteps(deps: WorldStepsDeps): WorldSteps {
  const { seed, clock, random, scheduler, broken, look, drain } = deps
  const trace: { readonly at: number; readonly label: string }[] = []
  let steps = 0

  function note(label: string): void {
    steps++
    trace.push({ at: clock.monotonic(), label })
    if (trace.length > 4 * traced) trace.splice(0, 3 * traced)
  }

  function text(): string {
    const last = trace.slice(-traced)
    return last
      .map(({ at, label }, index) => `${steps - last.length + index + 1} +${at} ${label}`)
      .join('\n')
  }

  async function settleStep(): Promise<void> {
    await drain()
    look()
    if (broken().length > 0) throw new SimViolation(seed, broken(), text())
  }

  async function step(): Promise<boolean> {
    let event = scheduler.take(clock.monotonic(), random)
    if (!event) {
      const next = scheduler.nextTimerAt()
      if (next === null) return false
      clock.advance(Math.max(0, next - clock.monotonic()))
      event = scheduler.take(clock.monotonic(), random)
    }
    if (!event) return false
    note(event.label)
    event.run()
    await settleStep()
    return true
  }

  async function pass(ms: number): Promise<void> {
    // What the test itself resolved before comes first.
    await settleStep()
    const until = clock.monotonic() + ms
    for (let count = 0; ; count++) {
      if (count > stepsAtMost) throw new SimViolation(seed, ['time goes on'], text())
      const next = scheduler.nextTimerAt()
      const isDue = scheduler.isBusy() || (next !== null && next <= clock.monotonic())
      if (!isDue && (next === null || next > until)) break
      if (!(await step())) break
    }
    if (until > clock.monotonic()) clock.advance(until - clock.monotonic())
  }

  return {
    note,
    settleStep,
    step,
    settle: () => pass(0),
    pass,
    async until(what, condition) {
      for (let count = 0; !condition(); count++) {
        if (count > stepsAtMost || !(await step()))
          throw new SimViolation(seed, [`it never came that ${what}`], text())
      }
    },
    isBusy: scheduler.isBusy,
    steps: () => steps,
    trace: text,
  }
}

/** Since when a world and each agent of it are left in peace: what may be demanded of them. */

/** Keeps the instants, by the monotonic clock of the world. */
export interface Condition {
  /** Something happened that others have to cope with first. */
  disturbed(): void
  /** The wall clock jumped. */
  jumped(): void
  /** Messages may be lost from now on; `false`: no longer. */
  losing(loses: boolean): void
  /** The agent begins: nobody has ever found it asleep. */
  begun(agent: string): void
  /** It runs again from now on. */
  awake(agent: string): void
  /** It does not. */
  stopped(agent: string): void
  /** Its page was hidden away. */
  hid(agent: string): void
  throttled(agent: string, throttled: boolean): void
  /** The agent's store is well again. */
  mended(agent: string): void
  /** The device slept: nobody was awake. */
  slept(): void
  /** For how long nothing has happened that others have to cope with, ms. */
  calmForMs(): number
  /** For how long the wall clock has not jumped, ms. */
  steadyForMs(): number
  /** For how long no message has been lost, ms. */
  losslessForMs(): number
  /** For how long the agent has been awake, ms; 0 while it is not. */
  awakeForMs(agent: string): number
  /** Whether its page was hidden away at any time. */
  wasHidden(agent: string): boolean
  /** Whether it was ever stopped. */
  wasStopped(agent: string): boolean
  isThrottled(agent: string): boolean
  /** For how long the agent's timers have been on time, ms. */
  onTimeForMs(agent: string): number
  /** For how long the agent's store has been well, ms, if it is. */
  mendedForMs(agent: string): number
  /** Whether the wall clock ever jumped. */
  hasJumped(): boolean
}

const never = Number.NEGATIVE_INFINITY

/** Makes it for a world in which nothing has happened. */
export function createCondition(monotonic: () => number): Condition {
  const awakeSince = new Map<string, number>()
  const hidden = new Set<string>()
  const stopped = new Set<string>()
  const late = new Set<string>()
  const lateUntil = new Map<string, number>()
  const mendedAt = new Map<string, number>()
  let disturbedAt = monotonic()
  let jumpedAt = never
  let lostAt = never
  let isLosing = false

  const disturbed = (): void => void (disturbedAt = monotonic())

  function stop(agent: string): void {
    awakeSince.delete(agent)
    stopped.add(agent)
    disturbed()
  }

  return {
    disturbed,
    jumped() {
      jumpedAt = monotonic()
      disturbed()
    },
    losing(loses) {
      if (isLosing || loses) lostAt = monotonic()
      isLosing = loses
      disturbed()
    },
    begun(agent) {
      awakeSince.set(agent, never)
      disturbed()
    },
    awake(agent) {
      awakeSince.set(agent, monotonic())
      disturbed()
    },
    stopped: stop,
    hid(agent) {
      hidden.add(agent)
      stop(agent)
    },
    throttled(agent, throttled) {
      if (throttled) late.add(agent)
      else if (late.delete(agent)) lateUntil.set(agent, monotonic())
      disturbed()
    },
    mended(agent) {
      mendedAt.set(agent, monotonic())
      disturbed()
    },
    slept() {
      for (const agent of awakeSince.keys()) awakeSince.set(agent, monotonic())
      jumpedAt = monotonic()
      disturbed()
    },
    calmForMs: () => monotonic() - disturbedAt,
    steadyForMs: () => monotonic() - jumpedAt,
    losslessForMs: () => (isLosing ? 0 : monotonic() - lostAt),
    onTimeForMs: agent =>
      late.has(agent)
        ? 0
        : monotonic() -
          Math.max(lateUntil.get(agent) ?? never, awakeSince.get(agent) ?? monotonic()),
    awakeForMs: agent => monotonic() - (awakeSince.get(agent) ?? monotonic()),
    wasHidden: agent => hidden.has(agent),
    wasStopped: agent => stopped.has(agent),
    isThrottled: agent => late.has(agent),
    mendedForMs: agent => monotonic() - (mendedAt.get(agent) ?? never),
    hasJumped: () => jumpedAt !== never,
  }
}

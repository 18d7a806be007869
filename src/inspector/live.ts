/** How an inspector comes to its insight, and keeps it fresh while somebody looks: the store, then messages. */
import { type Message, messageVersion, parseMessage } from '../model/message.ts'
import type { Channel } from '../port/channel.ts'
import type { Timer } from '../port/clock.ts'
import { insideOf } from '../registry/inside.ts'
import type { TaskRegistry } from '../registry/task-registry.ts'
import { emptyInsight, type Insight } from './insight.ts'
import { withHeard } from './learn.ts'
import { createReader } from './reader.ts'

/** The insight of a registry, while it is being looked at. */
export interface Live {
  now(): number
  insight(): Insight
  /** Reads everything, and listens from here on. Twice is harmless. */
  start(): void
  /** Listens to nothing and reads nothing; what is known stays. Twice is harmless. */
  stop(): void
}

/** After a change of a key so long is waited before its decisions are read: more may follow, ms. */
const readAfterMs = 200
/** Without a channel, and after a failure, everything is read anew after so long, while it is looked at, ms. */
const readAgainAfterMs = 2_000

/** Makes it; `onChange` is called after each change of the insight. */
export function createLive(registry: TaskRegistry, onChange: () => void): Live {
  const inside = insideOf(registry)
  const { options, ledger } = inside
  const { clock } = options
  const reader = createReader(inside, { insight: () => insight, set })
  /** Keys of which something was told that does not travel with the message. */
  const changed = new Set<string>()
  let isAllWanted = false
  let insight = emptyInsight(options.name, registry.agent)
  let channel: Channel | null = null
  let events: { unsubscribe(): void } | null = null
  let timer: Timer | null = null
  /** Counts the starts: what an earlier one asked for is not believed any more. */
  let started = 0
  let isOn = false
  /** The start that is being read for. */
  let reading: number | null = null

  function set(next: Insight): void {
    if (next === insight) return
    insight = next
    onChange()
  }

  function plan(afterMs: number): void {
    timer ??= clock.setTimer(afterMs, () => {
      timer = null
      void read()
    })
  }

  /**
   * Reads what is wanted, one reading at a time: however much is told, a slow store is not asked for more
   * than it has answered. A failure is shown, everything stays as it was, and is asked for again.
   */
  async function read(): Promise<void> {
    const start = started
    if (reading === start) return
    reading = start
    const isWanted = (): boolean => start === started
    const keys = [...changed]
    changed.clear()
    try {
      if (isAllWanted) {
        isAllWanted = false
        await reader.all(isWanted)
      } else await reader.changed(keys, isWanted)
    } catch (error) {
      if (!isWanted()) return
      const failure = error instanceof Error ? error.message : String(error)
      isAllWanted = true
      set({ ...insight, phase: 'failed', failure, health: ledger.health() })
      timer?.cancel()
      timer = null
    } finally {
      if (reading === start) reading = null
    }
    if (!isWanted()) return
    if (insight.phase === 'failed') plan(readAgainAfterMs)
    else if (isAllWanted || changed.size > 0) plan(readAfterMs)
    else if (!channel) {
      // Nobody tells what other agents do: it has to be read.
      isAllWanted = true
      plan(readAgainAfterMs)
    }
  }

  function wantAll(): void {
    isAllWanted = true
    plan(readAfterMs)
  }

  function hear(message: Message): void {
    if ('storeId' in message && insight.storeId !== null && message.storeId !== insight.storeId) {
      wantAll()
      return
    }
    set(withHeard(insight, message))
    if (message.type !== 'record') return
    changed.add(message.record.key)
    plan(readAfterMs)
  }

  return {
    now: clock.now,
    insight: () => insight,
    start() {
      if (isOn || insight.phase === 'closed') return
      isOn = true
      started += 1
      // A channel of its own hears all agents, that of this page too.
      channel = options.channel(`${options.name}:v${messageVersion}`, data => {
        const message = parseMessage(data)
        if (message) hear(message)
      })
      const subscription = registry.events.subscribe({
        next(event) {
          if (event.type === 'store') set({ ...insight, health: event.health })
          if (event.type === 'store-recreated') wantAll()
        },
        complete() {
          stop()
          set({ ...insight, phase: 'closed' })
        },
      })
      // Of a registry that is closed already it is complete at once.
      if (!isOn) return
      events = subscription
      isAllWanted = true
      void read()
    },
    stop,
  }

  function stop(): void {
    isOn = false
    started += 1
    channel?.close()
    events?.unsubscribe()
    timer?.cancel()
    channel = null
    events = null
    timer = null
    changed.clear()
  }
}

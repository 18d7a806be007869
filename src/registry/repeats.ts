/** Triggers that the store did not take: kept here, and repeated when it may be back. */
import type { Json } from '../model/json.ts'
import { bothPayloads } from '../model/pending.ts'
import type { Brings, TriggerRequest } from '../model/trigger.ts'
import type { Clock, Timer } from '../port/clock.ts'
import type { RunTarget } from './run-target.ts'
import { longestAgainMs } from './waits.ts'

/** Repeats what was not stored. */
export interface Repeats {
  /**
   * Keeps the trigger, one for each key and sign-in: the newest, urgent when any was, news when any was, with
   * the payloads that the task merges. Throws what its `mergePayload` does: what was kept before stays.
   */
  keep(target: RunTarget, request: TriggerRequest): void
  /** The store may be back. Without a word of that they are repeated after 30 s. */
  flush(): void
  stop(): void
}

/** Makes it; `repeat` submits a trigger again, and keeps it again when that fails. */
export function createRepeats(
  clock: Clock,
  repeat: (target: RunTarget, request: TriggerRequest) => void,
): Repeats {
  const kept = new Map<string, { readonly target: RunTarget; readonly request: TriggerRequest }>()
  let timer: Timer | null = null
  let stopped = false

  function flush(): void {
    timer?.cancel()
    timer = null
    const all = [...kept.values()]
    kept.clear()
    for (const { target, request } of all) repeat(target, request)
  }

  return {
    keep(target, request) {
      // A slot stays due: its schedule asks for it again.
      if (request.slot || stopped) return
      const kind = `${target.key} ${request.sessionEpoch}`
      const before = kept.get(kind)?.request
      const whenRunning = request.whenRunning ?? before?.whenRunning
      const payload = payloadOf(before?.payload, request.payload, target.definition.policy)
      kept.set(kind, {
        target,
        request: {
          ...request,
          byUser: request.byUser || before?.byUser === true,
          brings: mostOf(request.brings, before?.brings ?? 'nothing'),
          ...(payload === undefined ? {} : { payload }),
          ...(whenRunning === undefined ? {} : { whenRunning }),
        },
      })
      timer ??= clock.setTimer(longestAgainMs, flush)
    },
    flush,
    stop() {
      stopped = true
      timer?.cancel()
      timer = null
      kept.clear()
    },
  }
}

function payloadOf(
  older: Json | undefined,
  newer: Json | undefined,
  policy: Parameters<typeof bothPayloads>[2],
): Json | undefined {
  if (older === undefined || newer === undefined) return newer ?? older
  return bothPayloads(older, newer, policy)
}

function mostOf(a: Brings, b: Brings): Brings {
  const order: readonly Brings[] = ['news', 'maybe']
  return order.find(each => each === a || each === b) ?? 'nothing'
}

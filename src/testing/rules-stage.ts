/** What must hold of every call of a stage function. */
import { equalJson, type Json } from '../model/json.ts'
import type { TaskRecord } from '../model/record.ts'
import type { StageCall } from './stage-watch.ts'

/** Remembers calls, and tells what they break. */
export interface StageRules {
  /** All calls so far. */
  readonly calls: readonly StageCall[]
  /** `places`: keys that may run in the call's agent at once. */
  entered(call: StageCall, record: TaskRecord | null, places: number): readonly string[]
  /** A write of the call was confirmed to it; `fences`: those under which writes of its agent landed meanwhile. */
  wrote(call: StageCall, fences: ReadonlySet<number>): readonly string[]
  left(call: StageCall): void
  /** Keys of which a stage function has not returned in the agent: one that was told to stop keeps its place for a while. */
  keysOpen(agent: string): ReadonlySet<string>
  /** Whether a stage function of the key has not returned in the agent. */
  isOpen(agent: string, key: string): boolean
  /** Whether one runs under the fence, and was not told to stop. */
  isWorking(agent: string, key: string, fence: number): boolean
  /** Calls of the agent never return. */
  forget(agent: string): void
}

/** Makes them; nothing was called yet. */
export function createStageRules(): StageRules {
  const calls: StageCall[] = []
  const open = new Set<StageCall>()

  /** Keys of which a stage function runs in the agent that was not told to stop. */
  function keysOpen(agent: string): ReadonlySet<string> {
    return new Set([...open].filter(call => call.agent === agent).map(({ key }) => key))
  }

  function keysAtWork(agent: string): ReadonlySet<string> {
    const working = [...open].filter(call => call.agent === agent && !call.signal.aborted)
    return new Set(working.map(({ key }) => key))
  }

  return {
    calls,
    entered(call, record, places) {
      const broken: string[] = []
      for (const other of open) {
        if (other.key === call.key && other.agent === call.agent)
          broken.push('never two stage functions of one key in one agent')
      }
      open.add(call)
      if (keysAtWork(call.agent).size > places)
        broken.push('no agent runs more keys at once than it may')
      calls.push(call)
      // A call that is fenced already cannot write; what it finds stored is another's.
      const { lease, run, bookmarks } = record ?? {}
      if (lease?.fence !== call.fence || run?.runId !== call.runId) return broken
      for (const other of open) {
        if (other.key === call.key && other !== call && other.fence >= call.fence)
          broken.push('two stage functions of one key overlap only when the older is fenced')
      }
      if (run.checkpoint.finished.includes(call.stage))
        broken.push('a finished stage is not repeated within an occurrence')
      if (call.beginsSealed && !run.checkpoint.sealed)
        broken.push('the last stage is called only once its run is sealed')
      const own = run.checkpoint.stage === call.stage ? run.checkpoint.cursor : null
      const stored: Json = own ?? bookmarks?.[call.stage]?.cursor ?? null
      if (!equalJson(stored, call.cursor) && own !== null)
        broken.push('a stage goes on at its last committed cursor')
      return broken
    },
    wrote: (call, fences) =>
      fences.has(call.fence) ? [] : ['a write is confirmed only to the fence that it carried'],
    left: call => void open.delete(call),
    keysOpen,
    isOpen: (agent, key) => [...open].some(call => call.agent === agent && call.key === key),
    isWorking: (agent, key, fence) =>
      [...open].some(
        call =>
          call.agent === agent && call.key === key && call.fence === fence && !call.signal.aborted,
      ),
    forget(agent) {
      for (const call of open) if (call.agent === agent) open.delete(call)
    },
  }
}

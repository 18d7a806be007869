/** What kind of context this is, and what people call it. */
import type { AgentKind } from '../model/lease.ts'

/** Characters kept of a label: it is stored with every lease. */
const labelLength = 100

/** A page (also one in a frame) is a `tab`; whatever is neither page nor worker counts as `node`. */
export function detectKind(): AgentKind {
  // Workers first: some of them are given a fake `window` and `document` to please libraries.
  if (isInside('ServiceWorkerGlobalScope')) return 'service-worker'
  if (isInside('WorkerGlobalScope')) return 'worker'
  return typeof window !== 'undefined' && typeof document !== 'undefined' ? 'tab' : 'node'
}

/** The page's title as it is now, the name that a worker was given, else the kind; at most 100 characters. */
export function readLabel(kind: AgentKind): string {
  const given = kind === 'tab' ? document.title : kind === 'worker' ? readGlobal('name') : null
  return (typeof given === 'string' ? given.slice(0, labelLength) : '') || kind
}

function isInside(scopeName: string): boolean {
  const scope = readGlobal(scopeName)
  return typeof scope === 'function' && globalThis instanceof scope
}

function readGlobal(name: string): unknown {
  return Reflect.get(globalThis, name)
}

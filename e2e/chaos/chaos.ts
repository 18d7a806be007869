/** Five tabs, a storm, and what is left of it: is every promise kept? */
import { type LoggedRequest, startDemo } from '../lib/demo.ts'
import { startDevice } from '../lib/device.ts'
import { calm } from './calm.ts'
import { listenForComplaints } from './complaints.ts'
import { createCrowd } from './crowd.ts'
import { watchEdits } from './edit-watch.ts'
import { gesture } from './hands.ts'
import { createJournal } from './journal.ts'
import type { ReadRun } from './reading.ts'
import { type Scene, storm, type StormOptions } from './storm.ts'
import { judge } from './verdict.ts'

/** What happened. */
export interface Figures {
  /** How many steps of each kind. */
  readonly steps: Readonly<Record<string, number>>
  readonly returns: { readonly cached: number; readonly loaded: number }
  readonly edits: { readonly made: number; readonly asked: number }
  readonly requests: Readonly<Record<string, number>>
  readonly runs: Readonly<Record<string, number>>
  readonly warnings: Readonly<Record<string, number>>
}

/** What came of it. */
export interface ChaosReport {
  /** Broken promises; empty when all are kept. */
  readonly faults: readonly string[]
  /** What happened, in figures. */
  readonly figures: Figures
}

/** How it is done. */
export interface ChaosOptions extends Omit<StormOptions, 'isEnough'> {
  /** Each of these happens, and a page comes back from the cache. */
  readonly wanted?: readonly string[]
  readonly tabs: number
  /** Of the leases, so that freezes outlast some. */
  readonly ttlMs: number
  readonly say: (line: string) => void
}

/** Starts a server and a browser of its own, and ends both. */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const { tabs, ttlMs } = options
  const startedAt = Date.now()
  const say = (line: string): void =>
    options.say(`${((Date.now() - startedAt) / 1_000).toFixed(1).padStart(6)} s  ${line}`)
  const demo = await startDemo()
  const device = await startDevice({ asShipped: true })
  try {
    const journal = createJournal()
    const complaints = listenForComplaints(device.context)
    await watchEdits(device.context, (phase, edit) => journal[phase](edit))
    const crowd = createCrowd(device, `${demo.url}/?ttl=${ttlMs}`, say)
    const scene: Scene = { demo, device, crowd, journal, say, tabs }
    await crowd.fill(tabs)
    const [first] = crowd.all()
    if (first) await gesture(first.tab.page, { kind: 'enter', account: 'ada' })
    const { wanted = [] } = options
    const isEnough = (counts: Readonly<Record<string, number>>): boolean =>
      wanted.length === 0 || (wanted.every(kind => kind in counts) && crowd.returns.cached > 0)
    const steps = await storm(scene, { ...options, isEnough })
    const rests = await calm(scene)
    const reading = rests.at(-1)?.reading
    if (!reading) throw new Error('nothing was read')
    const log = await demo.wholeLog()
    const broken = judge({
      made: journal.allMade(),
      asked: journal.allAsked(),
      log,
      states: { ada: await demo.state('ada'), grace: await demo.state('grace') },
      device: reading,
    })
    const restless = rests.flatMap(rest => rest.restless.map(each => `${rest.account}: ${each}`))
    return {
      faults: [...crowd.faults, ...restless, ...broken, ...complaints.faults()],
      figures: {
        steps,
        returns: crowd.returns,
        edits: { made: journal.allMade().size, asked: journal.allAsked().size },
        requests: describeLog(log),
        runs: describeRuns(reading.runs),
        warnings: Object.fromEntries(complaints.warnings()),
      },
    }
  } finally {
    await device.close()
    await demo.close()
  }
}

function describeLog(log: readonly LoggedRequest[]): Record<string, number> {
  const count = (isIt: (row: LoggedRequest) => boolean): number => log.filter(isIt).length
  const refused = [401, 412, 429, 500, 503].map(
    status => [status, count(row => row.status === status)] as const,
  )
  return {
    all: log.length,
    applied: count(row => row.applied),
    replays: count(row => row.replay),
    ...Object.fromEntries(refused),
    unanswered: count(row => row.status === null),
    fences: new Set(log.map(row => `${row.key} ${row.fence}`)).size,
  }
}

/** The history is trimmed: the newest of each key. */
function describeRuns(runs: readonly ReadRun[]): Record<string, number> {
  const counts: Record<string, number> = { all: runs.length, takeovers: 0, repeated: 0 }
  for (const { status, takeovers, attempts } of runs) {
    counts[status] = (counts[status] ?? 0) + 1
    counts['takeovers'] = (counts['takeovers'] ?? 0) + takeovers
    counts['repeated'] = (counts['repeated'] ?? 0) + attempts - 1
  }
  return counts
}

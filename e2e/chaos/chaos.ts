/** Five tabs, a storm, and what is left of it: is every promise kept? */
import { startDemo } from '../lib/demo.ts'
import { startDevice } from '../lib/device.ts'
import { calm } from './calm.ts'
import { listenForComplaints } from './complaints.ts'
import { createCrowd } from './crowd.ts'
import { watchEdits } from './edit-watch.ts'
import { gesture } from './hands.ts'
import { createJournal } from './journal.ts'
import { type Scene, storm, type StormOptions } from './storm.ts'
import { judge } from './verdict.ts'

/** What came of it. */
export interface ChaosReport {
  /** Broken promises; empty when all are kept. */
  readonly faults: readonly string[]
  /** What happened, in figures. */
  readonly figures: Readonly<Record<string, unknown>>
}

/** How it is done. */
export interface ChaosOptions extends StormOptions {
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
    const steps = await storm(scene, options)
    const rests = await calm(scene)
    const faults = rests.flatMap(rest => rest.restless.map(each => `${rest.account}: ${each}`))
    const lastLog = await demo.wholeLog()
    const device_ = rests.at(-1)?.reading ?? { courses: [], messages: [] }
    const states = { ada: await demo.state('ada'), grace: await demo.state('grace') }
    const evidence = { made: journal.allMade(), asked: journal.allAsked(), log: lastLog, states }
    faults.push(...judge({ ...evidence, device: device_ }), ...complaints.faults())
    const count = (isIt: (row: (typeof lastLog)[number]) => boolean): number =>
      lastLog.filter(isIt).length
    return {
      faults,
      figures: {
        steps,
        returns: crowd.returns,
        edits: { made: journal.allMade().size, asked: journal.allAsked().size },
        requests: {
          all: lastLog.length,
          applied: count(row => row.applied),
          replays: count(row => row.replay),
          ...Object.fromEntries(
            [401, 412, 429, 500, 503].map(status => [status, count(row => row.status === status)]),
          ),
          unanswered: count(row => row.status === null),
        },
        fences: new Set(lastLog.map(row => `${row.key} ${row.fence}`)).size,
        warnings: Object.fromEntries(complaints.warnings()),
      },
    }
  } finally {
    await device.close()
    await demo.close()
  }
}

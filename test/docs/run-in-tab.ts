/** Runs the code of a page as it stands there, in one tab of an origin. */
import * as idb from 'idb'
import * as rxjs from 'rxjs'
import { Dexie } from 'dexie'
import { onTestFinished } from 'vitest'
import * as leaseholdDexie from '../../src/fenced/dexie.ts'
import * as leaseholdIdb from '../../src/fenced/idb.ts'
import * as element from '../../src/element/index.ts'
import { fetchFor } from '../../src/fetch/fetch-for.ts'
import * as leasehold from '../../src/index.ts'
import * as inspector from '../../src/inspector/index.ts'
import * as serviceWorker from '../../src/service-worker/index.ts'
import * as memory from '../../src/store/memory.ts'
import * as testing from '../../src/testing/index.ts'
import * as cron from '../../src/trigger/cron.ts'
import * as triggers from '../../src/trigger/index.ts'
import { evaluateBlock } from './evaluate-block.ts'
import type { CodeBlock } from './pages.ts'
import type { Origin } from './recipes/origin.ts'

/** Answers the requests of the code's stages. */
export type Answer = (request: Request) => Response | Promise<Response>

/** What the code finds around it. */
export interface Around {
  readonly origin: Origin
  /** What it uses without importing it. */
  readonly names?: Readonly<Record<string, unknown>>
  readonly answer?: Answer
}

/** What the code left. */
export interface Left<Declared> {
  readonly handedOut: Declared
  /** The registries that it made, with the tasks that they were given. */
  readonly tabs: readonly (testing.TestRegistry & {
    readonly tasks: readonly leasehold.AnyTask[]
  })[]
  /** The tasks that it defined. */
  readonly tasks: readonly leasehold.AnyTask[]
}

/** Runs a block, and hands out what it declares under these names. */
export async function runInTab<Declared extends object>(
  block: CodeBlock,
  { origin, names = {}, answer = () => new Response() }: Around,
  declared: readonly (keyof Declared & string)[] = [],
): Promise<Left<Declared>> {
  let handedOut = {} as Declared
  const tabs: Left<Declared>['tabs'][number][] = []
  const tasks: leasehold.AnyTask[] = []
  const clock = { now: origin.now, monotonic: origin.now, setTimer: () => ({ cancel() {} }) }
  const library = {
    ...leasehold,
    defineTask: noticing(leasehold.defineTask, tasks),
    createTaskRegistry,
  }

  function createTaskRegistry(options: leasehold.RegistryOptions = {}): leasehold.TaskRegistry {
    const kind = options.background?.side === 'service-worker' ? 'service-worker' : 'tab'
    const tab = origin.open({ kind, ...options })
    tabs.push({ ...tab, tasks: options.tasks ?? [] })
    return tab.registry
  }

  const modules = {
    rxjs,
    dexie: { Dexie: dexieOf(origin) },
    idb: { openDB: (name: string, ...rest: []) => idb.openDB(`${name}-${origin.name}`, ...rest) },
    leasehold: library,
    'leasehold/cron': cron,
    'leasehold/dexie': {
      ...leaseholdDexie,
      defineTask: noticing(leaseholdDexie.defineTask, tasks),
    },
    'leasehold/element': element,
    'leasehold/idb': { ...leaseholdIdb, defineTask: noticing(leaseholdIdb.defineTask, tasks) },
    'leasehold/inspector': inspector,
    'leasehold/memory': memory,
    'leasehold/service-worker': serviceWorker,
    'leasehold/testing': testing,
    'leasehold/triggers': triggers,
    'leasehold/fetch': {
      fetchFor: (run: Parameters<typeof fetchFor>[0]) =>
        fetchFor(run, { clock, fetch: (input, init) => send(answer, input, init) }),
    },
  }
  const code = `${block.code}\nhandOut({ ${declared.join(', ')} })`
  await evaluateBlock({ ...block, code }, modules, {
    ...library,
    ...names,
    handOut(given: Declared) {
      handedOut = given
    },
  })
  return { handedOut, tabs, tasks }
}

/** The same function; what it makes is noted. */
function noticing<Define extends (...args: never[]) => leasehold.AnyTask>(
  define: Define,
  tasks: leasehold.AnyTask[],
): Define {
  const noted = (...args: Parameters<Define>): leasehold.AnyTask => {
    const task = define(...args)
    tasks.push(task)
    return task
  }
  return noted as Define
}

/** As the platform does it: the path belongs to the app's origin, an abort rejects. */
async function send(
  answer: Answer,
  input: string | URL | Request,
  init: RequestInit = {},
): Promise<Response> {
  const { signal } = init
  const aborted = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error))
  })
  signal?.throwIfAborted()
  const address =
    typeof input === 'object' && 'url' in input ? input : new URL(input, 'https://app.example')
  return Promise.race([aborted, answer(new Request(address, init))])
}

/** Dexie's constructor, for the fake IndexedDB of the test, with a database for each origin. */
function dexieOf(origin: Origin): (name: string) => Dexie {
  return function open(name) {
    const db = new Dexie(`${name}-${origin.name}`, { indexedDB, IDBKeyRange })
    onTestFinished(() => db.close())
    return db
  }
}

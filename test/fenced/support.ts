// Registries in databases of an app, for tests of commits that write.
import { createTaskRegistry, type RegistryOptions, type TaskRegistry } from 'leasehold'
import { defineTask as defineDexieTask, dexieStore, type FencedTaskRun } from 'leasehold/dexie'
import { appIdbStore, defineTask as defineIdbTask } from 'leasehold/idb'
import { onTestFinished } from 'vitest'
import type { AnyTask } from '../../src/run/task.ts'
import { appDexie, openApp } from '../store/app-databases.ts'
import { dexieApp, idbApp } from '../store/fenced-apps.ts'
import type { FencedApp } from '../store/fenced-cases.ts'

/** A stage of either database. */
export type Work = (run: FencedTaskRun<string, null, null, never>) => unknown

/** Registries in one database of an app, and how the app reads and writes it. */
export interface Fleet {
  readonly app: FencedApp
  readonly name: string
  /** Defines a task of one stage. */
  task(work: Work, tables?: readonly string[]): AnyTask
  /** One more agent, with a connection of its own. */
  registry(options: RegistryOptions): TaskRegistry
}

/** Makes a fleet in a database that does not exist yet. */
export type MakeFleet = () => Fleet

function fleet(
  app: FencedApp,
  prefix: string,
  storeIn: (name: string) => RegistryOptions['store'],
  define: (work: Work, tables: readonly string[]) => AnyTask,
): MakeFleet {
  return () => {
    const name = `${prefix}-${crypto.randomUUID()}`
    return {
      app,
      name,
      task: (work, tables = ['rows']) => define(work, tables),
      registry(options) {
        const store = storeIn(name)
        const registry = createTaskRegistry({
          name,
          onError: () => undefined,
          ...(store && { store }),
          ...options,
        })
        onTestFinished(() => registry.close({ force: true }).then(() => undefined))
        return registry
      },
    }
  }
}

/** The fleets of both databases. */
export const fleets: readonly (readonly [string, MakeFleet])[] = [
  [
    'dexie',
    fleet(
      dexieApp,
      'dexie',
      name => {
        const db = appDexie(name)
        onTestFinished(() => db.close())
        return dexieStore(db)
      },
      (work, tables) =>
        defineDexieTask({
          scope: 'sync',
          tables,
          minIntervalMs: 0,
          stages: stage => ({ pulling: stage<string>(work as never) }),
        }),
    ),
  ],
  [
    'idb',
    fleet(
      idbApp,
      'idb',
      name => appIdbStore(() => openApp(name)),
      (work, tables) =>
        defineIdbTask({
          scope: 'sync',
          tables,
          minIntervalMs: 0,
          stages: stage => ({ pulling: stage<string>(work as never) }),
        }),
    ),
  ],
]

/** An app with a server, all of it in memory: what the README's code is run in. */
import { Subject } from 'rxjs'
import type { TaskView } from '../../src/index.ts'
import type { ChangePage, Course, Surroundings } from './surroundings.ts'

/** A server with numbered pages of changes; it remembers what was asked of it. */
export interface FakeServer {
  readonly pages: ChangePage[]
  /** The cursor of each request for changes; `start` for none. */
  readonly pulls: string[]
  /** The idempotency key of each edit that was sent. */
  readonly pushes: string[]
  /** Called before a page is sent. */
  beforePage: (page: ChangePage) => Promise<void>
}

/** One tab of the app. */
export interface FakeApp extends Surroundings {
  readonly courses: Map<string, Course>
  readonly edits: Set<string>
  readonly changes: Subject<void>
  readonly views: TaskView[]
  readonly button: { onclick: (() => unknown) | null }
}

/** A server with so many pages of one course each. */
export function createFakeServer(count: number): FakeServer {
  const pages = Array.from({ length: count }, (_, index) => pageOf(index + 1))
  return { pages, pulls: [], pushes: [], beforePage: () => Promise.resolve() }
}

/** The page that leads to cursor `n`. */
export function pageOf(n: number): ChangePage {
  return { rows: [{ id: `course-${n}` }], next: String(n) }
}

/** One tab of an app of that server. */
export function createFakeApp(server: FakeServer): FakeApp {
  const courses = new Map<string, Course>()
  const edits = new Set<string>()
  const changes = new Subject<void>()
  const views: TaskView[] = []
  return {
    courses,
    edits,
    changes,
    views,
    api: {
      async *changes(since) {
        server.pulls.push(since ?? 'start')
        for (const page of server.pages.slice(Number(since ?? 0))) {
          await server.beforePage(page)
          yield page
        }
      },
      push(_edit, { headers }) {
        server.pushes.push(headers['Idempotency-Key'] ?? 'none')
        return Promise.resolve()
      },
    },
    db: {
      courses: {
        bulkPut(rows) {
          for (const row of rows) courses.set(row.id, row)
          return Promise.resolve()
        },
      },
    },
    outbox: {
      async *pending() {
        for (const id of edits) yield await Promise.resolve({ id })
      },
      remove(id) {
        edits.delete(id)
        return Promise.resolve()
      },
      changes$: changes,
    },
    user: { id: 'u1' },
    button: { onclick: null },
    response: new Response(),
    render: view => views.push(view),
    show: () => undefined,
  }
}

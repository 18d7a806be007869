/** The app that the simulated agents run: notes pulled in pages, edits pushed from an outbox. */
import { defineTask, TaskFailure, type TaskOptions, type TaskRun } from 'leasehold'
import type { AgentApp, SimRequest, SimResponse } from 'leasehold/testing'
import type { TriggerSource } from 'leasehold/triggers'

/** An edit of one user, made offline or not. */
export interface Edit {
  readonly id: string
  readonly userId: string
}

/** How the server answers instead of doing its work. */
export type Trouble = 'none' | 'slow' | 500 | 401 | 429 | 400

/** What all agents of one device share, and the server. */
export interface SyncWorld {
  readonly server: (request: SimRequest) => SimResponse
  /** Rows on the server. */
  rows: number
  /** How long a service worker is at each page that it pulls, whatever it is told meanwhile, ms. */
  workerPageMs: number
  trouble: Trouble
  /** Whether the gate of `message_sync` is open. */
  isOpen: boolean
  /** Requests that the server got, in order. */
  readonly log: {
    readonly path: string
    readonly cursor?: number
    readonly edit?: string
    readonly status: number
  }[]
  /** How often each edit was applied. */
  readonly applied: Map<string, number>
  readonly outbox: Edit[]
  /** How often the app was told of the end of each run. */
  readonly told: Map<string, number>
  addEdit(userId: string): Edit
  /** Edits of the user that were not applied yet. */
  pendingOf(userId: string): readonly Edit[]
}

const pageSize = 2

/** Makes the shared part. */
export function createSyncWorld(): SyncWorld {
  const answered = new Map<string, SimResponse>()
  const fences = new Map<string, number>()
  let edits = 0

  function answer(request: SimRequest): SimResponse {
    const { headers = {} } = request
    if (typeof world.trouble === 'number')
      return {
        status: world.trouble,
        body: null,
        ...(world.trouble === 429 ? { retryAfterMs: 3_000 } : {}),
      }
    if (request.path === '/pull') {
      const { cursor } = request.body as { cursor: number }
      const next = Math.min(world.rows, cursor + pageSize)
      return { status: 200, body: { next, done: next >= world.rows } }
    }
    const key = `${headers['Leasehold-Store']} ${headers['Leasehold-Key']}`
    const fence = Number(headers['Leasehold-Fence'])
    if (fence < (fences.get(key) ?? 0)) return { status: 412, body: null }
    fences.set(key, fence)
    const idempotency = headers['Idempotency-Key'] ?? ''
    const before = answered.get(idempotency)
    if (before) return before
    const { edit } = request.body as { edit: string }
    world.applied.set(edit, (world.applied.get(edit) ?? 0) + 1)
    const response = { status: 200, body: { edit } }
    answered.set(idempotency, response)
    return response
  }

  const world: SyncWorld = {
    rows: 3,
    workerPageMs: 0,
    trouble: 'none',
    isOpen: true,
    log: [],
    applied: new Map(),
    outbox: [],
    told: new Map(),
    server(request) {
      const response = answer(request)
      const { cursor, edit } = request.body as { cursor?: number; edit?: string }
      world.log.push({
        path: request.path,
        ...(cursor === undefined ? {} : { cursor }),
        ...(edit === undefined ? {} : { edit }),
        status: response.status,
      })
      return response
    },
    addEdit(userId) {
      const edit = { id: `e${++edits}`, userId }
      world.outbox.push(edit)
      return edit
    },
    pendingOf: userId =>
      world.outbox.filter(edit => edit.userId === userId && !world.applied.has(edit.id)),
  }
  return world
}

async function request(
  app: AgentApp,
  run: Pick<TaskRun<never, never, never>, 'signal'>,
  options: SimRequest,
) {
  const response = await app.fetch({ ...options, signal: run.signal })
  switch (response.status) {
    case 200:
      return response.body
    case 400:
      throw new TaskFailure('fatal', 'the server does not understand')
    case 401:
      throw new TaskFailure('auth', 'the session is over')
    case 412:
      throw new TaskFailure('fence-rejected', 'the server knows a newer owner')
    case 429:
      throw new TaskFailure('rate-limited', 'too many requests', {
        retryAfterMs: response.retryAfterMs ?? 0,
      })
    default:
      throw new Error(`the server answered ${response.status}`)
  }
}

type StageName = 'pulling' | 'pushing'

type Options = Omit<TaskOptions<string, number | null, null>, 'scope' | 'triggers'>

/** Pulls pages from the bookmark on, then pushes the outbox. Its last stage begins sealed. */
export function courseSync(
  world: SyncWorld,
  app: AgentApp,
  triggers: readonly TriggerSource[] = [],
  options: Options = {},
) {
  return defineTask({
    scope: 'course_sync',
    triggers,
    // The same stages in every version: whoever goes on does so where the other was.
    migrate: ({ checkpoint, bookmarks }) => ({
      checkpoint: checkpoint?.stage
        ? {
            stage: checkpoint.stage as StageName,
            cursor: checkpoint.cursor,
            finished: checkpoint.finished as readonly StageName[],
          }
        : null,
      bookmarks: { pulling: bookmarks['pulling']?.cursor ?? null },
    }),
    onSettled: (_outcome, run) =>
      void world.told.set(run.runId, (world.told.get(run.runId) ?? 0) + 1),
    ...options,
    stages: stage => ({
      pulling: stage<number>(
        async run => {
          for (;;) {
            const cursor = run.cursor ?? 0
            const page = (await request(app, run, { path: '/pull', body: { cursor } })) as {
              next: number
              done: boolean
            }
            if (world.workerPageMs > 0 && app.environment.kind === 'service-worker')
              await new Promise<void>(resolve => app.clock.setTimer(world.workerPageMs, resolve))
            await app.database(`writes the page after ${cursor}`, () => undefined)
            await run.commit(page.next, { last: page.done })
            if (page.done) return
          }
        },
        { incremental: true },
      ),
      pushing: stage(async run => {
        const pending = await app.database('reads the outbox', () =>
          world.outbox.filter(edit => edit.userId === run.userId),
        )
        for (const edit of pending) await push(world, app, run, edit)
        await run.commit(null, { last: true })
      }),
    }),
  })
}

/** Pushes the outbox in one step that seals by hand, and makes a result. */
export function messageSync(
  world: SyncWorld,
  app: AgentApp,
  triggers: readonly TriggerSource[] = [],
) {
  return defineTask({
    scope: 'message_sync',
    // Another version's run begins anew.
    version: app.version,
    triggers,
    seal: 'manual',
    network: false,
    when: () => world.isOpen || 'the gate is closed',
    run: async run => {
      await app.database('prepares', () => undefined)
      run.progress({ done: 0 })
      await run.seal()
      const pending = await app.database('reads the outbox', () =>
        world.outbox.filter(edit => edit.userId === `${run.userId} messages`),
      )
      for (const edit of pending) await push(world, app, run, edit)
    },
  })
}

/** One step that never seals; where it is slow it also ignores its signal. */
export function reportSync(
  app: AgentApp,
  isSlow: () => boolean = () => false,
  options: Pick<Options, 'debounceMs' | 'maxWaitMs'> = {},
) {
  return defineTask({
    scope: 'report_sync',
    result: { '~type': 0 },
    maxRunMs: 16_000,
    ...options,
    run: async run => {
      await request(app, run, { path: '/pull', body: { cursor: 0 } })
      if (isSlow()) await new Promise<void>(resolve => app.clock.setTimer(15_000, resolve))
      run.result(run.attempt)
    },
  })
}

/** Sends one edit, and takes it out of the outbox. */
export async function push(
  world: SyncWorld,
  app: AgentApp,
  run: Pick<TaskRun<never, never, never>, 'headers' | 'signal'>,
  edit: Edit,
): Promise<void> {
  await request(app, run, {
    path: '/push',
    body: { edit: edit.id },
    headers: await run.headers(edit.id),
  })
  await app.database(`removes ${edit.id}`, () => {
    const at = world.outbox.indexOf(edit)
    if (at >= 0) world.outbox.splice(at, 1)
  })
}

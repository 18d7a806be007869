/** Cases in which the browser takes the storage away, and the server remembers what was before. */
import { expect, test } from 'vitest'
import { courses, eachSeed, setScene } from './support.ts'
import { courseSync, createSyncWorld } from './sync-app.ts'

interface Push {
  readonly store: string
  readonly fence: number
  readonly status: number
}

/** The sync app, and a server that knows nothing of stores: it refuses a fence below the highest that it saw. */
function setUp(seed: number) {
  const sync = createSyncWorld()
  const pushes: Push[] = []
  const scene = setScene({
    seed,
    tasks: app => [courseSync(sync, app)],
    server(request) {
      const { headers = {}, path } = request
      if (path !== '/push') return sync.server(request)
      const fence = Number(headers['Leasehold-Fence'])
      const isStale = pushes.some(push => push.fence > fence)
      const answer = isStale ? { status: 412, body: null } : sync.server(request)
      pushes.push({ store: headers['Leasehold-Store'] ?? '', fence, status: answer.status })
      return answer
    },
  })
  return { ...scene, sync, pushes }
}

test.each(['at rest', 'during a push'] as const)(
  'C49 storage is evicted %s, and the server remembers fences: sync works again, each edit arrives once',
  async when => {
    await eachSeed(async seed => {
      const { world, sync, pushes, open } = setUp(seed)
      const tabs = [await open('a'), await open('b')] as const
      const [a, b] = tabs
      sync.addEdit('u1')
      await world.trigger(a, courses)
      await world.until('it pushed', () => pushes.length === 1)
      if (when === 'at rest') await world.pass(5_000)

      world.memory.databases.clear()
      // The app's own data goes with it.
      sync.outbox.length = 0
      for (const tab of tabs) world.signal(tab, 'visible')
      await world.pass(5_000)
      for (const tab of tabs) await world.act(tab, 'sign in', registry => registry.signIn('u1'))
      await world.settle()
      const known = pushes.length
      const edits = [sync.addEdit('u1'), sync.addEdit('u1')]
      const press = await world.trigger(b, courses)
      await world.until('it is told', () => press.outcome !== null)
      edits.push(sync.addEdit('u1'))
      await world.trigger(a, courses)
      await world.pass(30_000)

      expect(press.outcome?.status, world.trace()).toBe('succeeded')
      expect(edits.map(edit => sync.applied.get(edit.id))).toEqual([1, 1, 1])
      expect(sync.outbox).toEqual([])
      const since = pushes.slice(known)
      expect(since.map(push => push.status)).toEqual([200, 200, 200])
      expect(new Set(since.map(push => push.store)).size).toBe(1)
      expect(since[0]?.store).not.toBe(pushes[0]?.store)
    })
  },
)

// Does a lock request answer, and never reject, whatever Web Locks do?
import { afterEach, expect, test, vi } from 'vitest'
import { webLocks } from '../../src/platform/presence.ts'

type Grant = (lock: Lock | null) => Promise<void> | undefined
type NativeRequest = (name: string, options: LockOptions, onGranted: Grant) => Promise<unknown>

afterEach(() => {
  vi.unstubAllGlobals()
})

const lock = { name: 'a', mode: 'exclusive' } as Lock

function stubLocks(request: NativeRequest) {
  const spy = vi.fn(request)
  vi.stubGlobal('navigator', { locks: { request: spy } })
  return spy
}

/** Native locks that grant when told to. */
function stubGrant() {
  const grants: Grant[] = []
  const request = stubLocks((_name, _options, onGranted) => {
    grants.push(onGranted)
    return new Promise(() => undefined)
  })
  return { request, grant: (given: Lock | null) => grants.shift()?.(given) }
}

test.each([
  ['there is no navigator', undefined],
  ['the page is plain http', {}],
])('the answer is null where %s', async (_, navigator) => {
  vi.stubGlobal('navigator', navigator)
  expect(await webLocks().request('a', { mode: 'exclusive' })).toBeNull()
})

test.each(['SecurityError', 'InvalidStateError', 'NotSupportedError', 'AbortError'])(
  'the answer is null when the platform rejects with %s',
  async name => {
    stubLocks(() => Promise.reject(new DOMException('no', name)))
    expect(await webLocks().request('a', { mode: 'shared' })).toBeNull()
  },
)

test('the answer is null when the platform throws', async () => {
  stubLocks(() => {
    throw new DOMException('no', 'InvalidStateError')
  })
  expect(await webLocks().request('a', { mode: 'shared' })).toBeNull()
})

test('a request that was given up before it was made is not made', async () => {
  const { request } = stubGrant()
  const answer = webLocks().request('a', { mode: 'shared', signal: AbortSignal.abort() })
  expect(await answer).toBeNull()
  expect(request).not.toHaveBeenCalled()
})

test('a grant that meets an abort on its way is given back and answered with null', async () => {
  const { grant } = stubGrant()
  const controller = new AbortController()
  const answer = webLocks().request('a', { mode: 'exclusive', signal: controller.signal })
  controller.abort()
  expect(grant(lock)).toBeUndefined()
  expect(await answer).toBeNull()
})

test('an abort after the grant leaves the lock with its holder, who releases it', async () => {
  const { grant } = stubGrant()
  const controller = new AbortController()
  const answer = webLocks().request('a', { mode: 'exclusive', signal: controller.signal })
  const held = grant(lock)
  controller.abort()
  const mine = await answer
  mine?.release()
  mine?.release()
  await expect(held).resolves.toBeUndefined()
})

test('a lock that is not available is answered with null', async () => {
  const { grant } = stubGrant()
  const answer = webLocks().request('a', { mode: 'exclusive', ifAvailable: true })
  expect(grant(null)).toBeUndefined()
  expect(await answer).toBeNull()
})

test('a signal is not passed on together with ifAvailable, which the platform refuses', () => {
  const { request } = stubGrant()
  const { signal } = new AbortController()
  void webLocks().request('a', { mode: 'exclusive', ifAvailable: true, signal })
  void webLocks().request('b', { mode: 'shared', signal })
  void webLocks().request('c', { mode: 'shared' })
  expect(request.mock.calls.map(([name, options]) => [name, options])).toEqual([
    ['a', { mode: 'exclusive', ifAvailable: true }],
    ['b', { mode: 'shared', signal }],
    ['c', { mode: 'shared' }],
  ])
})

test('the platform is asked before the call returns, so that queues keep the order of the calls', () => {
  const { request } = stubGrant()
  void webLocks().request('a', { mode: 'exclusive' })
  expect(request).toHaveBeenCalledTimes(1)
})

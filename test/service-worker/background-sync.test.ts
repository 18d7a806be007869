/** How a page asks for events, and what it says of a browser that has none. */
import { afterEach, expect, test, vi } from 'vitest'
import { backgroundSync, type BackgroundSyncOptions } from '../../src/service-worker/index.ts'
import { thrownBy } from '../registry/build.ts'

afterEach(() => void vi.unstubAllGlobals())

const agent = { name: 'app', serve: () => Promise.reject(new Error('a page serves no event')) }
const refusal = () => Promise.reject(new DOMException('no', 'NotAllowedError'))

/** Lets what was begun happen. */
const turn = () => new Promise<void>(resolve => void setImmediate(resolve))

async function joined(registration: object, options: BackgroundSyncOptions = {}) {
  const background = backgroundSync({ registration: Promise.resolve(registration), ...options })
  const heard: unknown[] = []
  background.listen(() => heard.push(background.support()))
  background.join(agent)
  await turn()
  return { background, heard }
}

test('a page asks under the name of its registry, not twice at once', async () => {
  const register = vi.fn(async () => undefined)
  const { background, heard } = await joined({ sync: { register } })
  expect(heard).toEqual([{ sync: 'ready', periodicSync: 'off' }])
  background.ask?.('app')
  background.ask?.('app')
  await turn()
  expect(register.mock.calls).toEqual([['leasehold:app']])
  background.ask?.('app')
  await turn()
  expect(register).toHaveBeenCalledTimes(2)
})

test('registries that share it ask each for its own events', async () => {
  const register = vi.fn(async () => undefined)
  const { background } = await joined({ sync: { register } })
  background.ask?.('app')
  background.ask?.('admin')
  await turn()
  expect(register.mock.calls).toEqual([['leasehold:app'], ['leasehold:admin']])
})

test('what the browser lacks or refuses is said', async () => {
  expect((await joined({})).background.support().sync).toBe('unsupported')
  const { background } = await joined({ sync: { register: refusal } })
  background.ask?.('app')
  await turn()
  expect(background.support().sync).toBe('refused')
})

test('a failure of the moment, as without an active worker, says nothing of the browser', async () => {
  const register = () => Promise.reject(new DOMException('no worker', 'InvalidStateError'))
  const { background } = await joined({ sync: { register } })
  background.ask?.('app')
  await turn()
  expect(background.support().sync).toBe('ready')
})

test('periodic events are asked for with their interval, and their refusal is said', async () => {
  const register = vi.fn(async () => undefined)
  const granted = await joined({ periodicSync: { register } }, { periodicMs: 3_600_000 })
  expect(register.mock.calls).toEqual([['leasehold:app', { minInterval: 3_600_000 }]])
  expect(granted.background.support().periodicSync).toBe('ready')
  const refused = await joined({ periodicSync: { register: refusal } }, { periodicMs: 3_600_000 })
  expect(refused.background.support().periodicSync).toBe('refused')
  const missing = await joined({}, { periodicMs: 3_600_000 })
  expect(missing.background.support().periodicSync).toBe('unsupported')
})

test('without service workers nothing is asked for, and the view says so', async () => {
  vi.stubGlobal('navigator', {})
  const background = backgroundSync({ periodicMs: 3_600_000 })
  background.join(agent)
  background.ask?.('app')
  await turn()
  expect(background.support()).toEqual({ sync: 'unsupported', periodicSync: 'unsupported' })
})

test('a worker that could not be registered is none', async () => {
  const background = backgroundSync({ registration: Promise.reject(new Error('404')) })
  background.join(agent)
  background.ask?.('app')
  await turn()
  expect(background.support().sync).toBe('unsupported')
})

test.each([0, 999, Number.NaN, '1 h'])('an interval of %s is refused', periodicMs => {
  expect(thrownBy(() => backgroundSync({ periodicMs } as BackgroundSyncOptions))).toMatchObject({
    code: 'invalid-option',
    details: { option: 'periodicMs' },
  })
})

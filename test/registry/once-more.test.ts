import { expect, test } from 'vitest'
import { createOnceMore } from '../../src/registry/once-more.ts'
import { createManualClock } from '../../src/testing/index.ts'
import { createGate } from './faulty-store.ts'

test('what is asked for while it is under way is done once more, and only once', async () => {
  const gates = [createGate(), createGate()] as const
  let begun = 0
  const ask = createOnceMore(createManualClock(), () => gates[begun++]?.opened ?? Promise.resolve())
  const asked = [ask(), ask(), ask()]
  expect(begun).toBe(1)
  gates[0].open()
  await Promise.resolve()
  await Promise.resolve()
  expect(begun).toBe(2)
  gates[1].open()
  await Promise.all(asked)
  expect(begun).toBe(2)
  await ask()
  expect(begun).toBe(3)
})

test('work that fails keeps no later call from doing it', async () => {
  let fails = true
  const ask = createOnceMore(createManualClock(), () =>
    fails ? Promise.reject(new Error('no')) : Promise.resolve(),
  )
  await expect(ask()).rejects.toThrow('no')
  fails = false
  await expect(ask()).resolves.toBeUndefined()
})

test('work that never ends keeps nobody who asks later from it', async () => {
  const clock = createManualClock()
  let begun = 0
  const ask = createOnceMore(clock, () => {
    begun++
    return begun === 1 ? new Promise(() => undefined) : Promise.resolve()
  })
  void ask()
  clock.advance(4_999)
  void ask()
  expect(begun).toBe(1)
  clock.advance(1)
  await ask()
  expect(begun).toBe(2)
})

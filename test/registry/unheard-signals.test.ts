import { expect, test } from 'vitest'
import type { TaskRecord } from '../../src/model/record.ts'
import type { KnownKey } from '../../src/registry/mirror.ts'
import { createUnheardSignals } from '../../src/registry/unheard-signals.ts'
import { key } from '../model/builders.ts'

/** A key whose run began to wait then. */
function aKey(since: number): KnownKey {
  const record = { run: { wait: { since } } } as unknown as TaskRecord
  return { ...key, key: 'u1|sync', record, loaded: true, progress: null, ownerGone: false }
}

const heard = { signal: 'online', at: 1_000 } as const

test('a signal counts for a wait that began before it, however late the key is looked at', () => {
  const signals = createUnheardSignals()
  const known = aKey(999)
  signals.hear([known], heard)
  expect(signals.of(known, 5_000)).toEqual(heard)
  expect(signals.of(aKey(1_001), 5_000)).toEqual({ signal: 'time', at: 5_000 })
})

test('a look takes the signal; given back it waits for the next look, unless another came', () => {
  const signals = createUnheardSignals()
  const known = aKey(0)
  signals.hear([known], heard)
  const taken = signals.take(known.key)
  expect(signals.of(known, 5_000).signal).toBe('time')
  signals.giveBack(known.key, taken)
  expect(signals.of(known, 5_000)).toEqual(heard)
  const later = { signal: 'resume', at: 2_000 } as const
  signals.hear([known], later)
  signals.giveBack(known.key, taken)
  expect(signals.of(known, 5_000)).toEqual(later)
})

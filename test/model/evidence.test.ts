import { describe, expect, test } from 'vitest'
import {
  type Evidence,
  isExpired,
  isFromFuture,
  permitsTakeover,
} from '../../src/model/evidence.ts'
import { aLease, hour, minute, startAt } from './builders.ts'

const lease = aLease()
const { owner, fence, renewSeq, expiresAt } = lease
const presence: Evidence = { kind: 'presence', owner, fence, presence: 'presence-1' }
const expired: Evidence = { kind: 'expired', owner, fence, renewSeq }
const unchanged: Evidence = { kind: 'unchanged', owner, fence, renewSeq }

describe('the evidence that permits a takeover', () => {
  test('a granted presence lock speaks of the lease that named it, expired or not', () => {
    expect(permitsTakeover(lease, presence, startAt)).toBe(true)
    expect(permitsTakeover({ ...lease, renewSeq: 99 }, presence, startAt)).toBe(true)
  })

  test.each<[string, Partial<typeof lease>]>([
    ['the presence lock has another name', { presence: 'presence-2' }],
    ['the lease has no presence lock', { presence: null }],
    ['there is another owner', { owner: 'owner-2' }],
    ['the same owner holds a newer fence', { fence: fence + 1 }],
  ])('a granted presence lock proves nothing when %s', (_, changes) => {
    expect(permitsTakeover(aLease(changes), presence, startAt + hour)).toBe(false)
  })

  test.each([expired, unchanged])(
    'a silent owner ($kind) is another one when anything moved',
    evidence => {
      expect(permitsTakeover(lease, evidence, expiresAt)).toBe(true)
      expect(permitsTakeover(aLease({ owner: 'owner-2' }), evidence, expiresAt)).toBe(false)
      expect(permitsTakeover(aLease({ fence: fence + 1 }), evidence, expiresAt)).toBe(false)
      expect(permitsTakeover(aLease({ renewSeq: renewSeq + 1 }), evidence, expiresAt)).toBe(false)
    },
  )

  test('expiry is looked at again with the clock of the transaction', () => {
    expect(permitsTakeover(lease, expired, expiresAt - 1)).toBe(false)
    expect(permitsTakeover(lease, expired, expiresAt)).toBe(true)
  })

  test('a lease that is dated in the future is not over, though its expiry has passed', () => {
    const strange = aLease({ renewedAt: startAt + hour, expiresAt: startAt + minute })
    expect(permitsTakeover(strange, expired, startAt + 2 * minute)).toBe(false)
    expect(permitsTakeover(strange, unchanged, startAt + 2 * minute)).toBe(true)
  })
})

describe('what the wall clock says of a lease', () => {
  test('it is over from the instant at which it expires', () => {
    expect(isExpired(lease, expiresAt - 1)).toBe(false)
    expect(isExpired(lease, expiresAt)).toBe(true)
  })

  test('two seconds ahead are skew, more is a clock that was set back', () => {
    expect(isFromFuture(lease, startAt - 2_000)).toBe(false)
    expect(isFromFuture(lease, startAt - 2_001)).toBe(true)
  })
})

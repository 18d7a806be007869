import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decideSignIn, decideSignOut } from '../../src/model/account.ts'
import type { UserRecord } from '../../src/model/user-record.ts'
import { aUser, minute, startAt } from './builders.ts'

const plain = { fresh: false, exclusive: true }
const anna = aUser({ userId: 'anna' })
const bert = aUser({ userId: 'bert', epoch: 7 })

describe('signing in', () => {
  test('makes a user who was never here, at the floor', () => {
    expect(decideSignIn([], 'anna', plain, startAt, 4)).toEqual({
      users: [
        {
          userId: 'anna',
          version: 5,
          epoch: 4,
          signedIn: true,
          signedInAt: startAt,
          freshAt: startAt,
        },
      ],
      user: {
        userId: 'anna',
        version: 5,
        epoch: 4,
        signedIn: true,
        signedInAt: startAt,
        freshAt: startAt,
      },
    })
  })

  test('again, as every page load does, changes nothing', () => {
    const user = { ...anna, freshAt: startAt - minute }
    expect(decideSignIn([user], 'anna', plain, startAt, 0)).toEqual({ users: [], user })
  })

  test('again ends a wait for sign-in at most once in 15 minutes, or after a real login', () => {
    const freshAt = (sinceMs: number, fresh: boolean): number =>
      decideSignIn(
        [{ ...anna, freshAt: startAt - sinceMs }],
        'anna',
        { ...plain, fresh },
        startAt,
        0,
      ).user.freshAt
    expect(freshAt(15 * minute - 1, false)).toBe(startAt - 15 * minute + 1)
    expect(freshAt(15 * minute, false)).toBe(startAt)
    expect(freshAt(minute, true)).toBe(startAt)
    expect(freshAt(-365 * 24 * 60 * minute, false)).toBe(startAt)
  })

  test('again, after a real login, moves neither the epoch nor the floor of schedules', () => {
    const { user } = decideSignIn([anna], 'anna', { ...plain, fresh: true }, startAt, 0)
    expect(user).toEqual({ ...anna, version: anna.version + 1, freshAt: startAt })
  })

  test('after a sign-out keeps the epoch that the sign-out raised, and sets the floor of schedules to now', () => {
    const { user: out } = decideSignOut([anna], 'anna', 0)
    expect(decideSignIn([out], 'anna', plain, startAt, 0).user).toMatchObject({
      epoch: anna.epoch + 1,
      signedIn: true,
      signedInAt: startAt,
      freshAt: startAt,
    })
  })

  test('signs out everyone else in the same transaction', () => {
    const { users, user } = decideSignIn([anna, bert], 'carl', plain, startAt, 0)
    expect(users.map(({ userId, signedIn, epoch }) => [userId, signedIn, epoch])).toEqual([
      ['anna', false, 2],
      ['bert', false, 8],
      ['carl', true, 0],
    ])
    expect(user.userId).toBe('carl')
  })

  test('signs out everyone else also when it changes nothing for the user', () => {
    const { users, user } = decideSignIn(
      [{ ...anna, freshAt: startAt }, bert],
      'anna',
      plain,
      startAt,
      0,
    )
    expect(user.version).toBe(anna.version)
    expect(users).toEqual([{ ...bert, signedIn: false, epoch: 8, version: bert.version + 1 }])
  })

  test('beside others leaves them alone', () => {
    expect(
      decideSignIn([anna], 'bert', { fresh: false, exclusive: false }, startAt, 0).users,
    ).toMatchObject([{ userId: 'bert', signedIn: true }])
  })
})

describe('signing out', () => {
  test('raises the epoch, keeps the rest', () => {
    expect(decideSignOut([anna, bert], 'anna', 0)).toEqual({
      users: [{ ...anna, signedIn: false, epoch: 2, version: anna.version + 1 }],
      user: { ...anna, signedIn: false, epoch: 2, version: anna.version + 1 },
    })
  })

  test('works when nothing of the user is stored: there is no sign-in to end, and the next one is newer', () => {
    const { users, user } = decideSignOut([], 'anna', 5)
    expect(user).toMatchObject({ userId: 'anna', signedIn: false, epoch: 5, version: 5 })
    expect(users).toEqual([user])
    const back = decideSignIn(users, 'anna', { fresh: false, exclusive: true }, startAt, 5)
    expect(back.user).toMatchObject({ signedIn: true, epoch: 5, version: 6 })
  })
})

describe('any sequence of sign-ins and sign-outs', () => {
  const step = fc.record({
    userId: fc.constantFrom('anna', 'bert', 'carl'),
    kind: fc.constantFrom('in', 'fresh', 'out'),
    afterMs: fc.integer({ min: -10 * minute, max: 60 * minute }),
  })

  test('raises an epoch exactly when it signs a user out; at most one is signed in', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), steps => {
        let now = startAt
        let users: readonly UserRecord[] = []
        for (const { userId, kind, afterMs } of steps) {
          now += afterMs
          const before = new Map(users.map(user => [user.userId, user]))
          const decided =
            kind === 'out'
              ? decideSignOut(users, userId, 0)
              : decideSignIn(users, userId, { fresh: kind === 'fresh', exclusive: true }, now, 0)
          for (const user of decided.users) {
            const old = before.get(user.userId)
            const isNobody = !old && !user.signedIn
            expect(user.version).toBe((old?.version ?? 0) + (isNobody ? 0 : 1))
            expect(user.epoch - (old?.epoch ?? 0)).toBe(user.signedIn || isNobody ? 0 : 1)
            before.set(user.userId, user)
          }
          users = [...before.values()]
          const signedIn = users.filter(user => user.signedIn).map(user => user.userId)
          expect(signedIn.length).toBeLessThanOrEqual(1)
          if (kind !== 'out') expect(signedIn).toEqual([userId])
        }
      }),
    )
  })
})

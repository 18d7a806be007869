import { describe, expect, test } from 'vitest'
import { emptyView, loadingView, signedOutView } from '../../src/model/view.ts'

const ok = { state: 'ok' } as const
const unavailable = { state: 'unavailable', message: 'the database is blocked' } as const

describe('a key of which nothing is known', () => {
  test('is loading', () => {
    expect(loadingView('u1|s', 's', 'u1', ok)).toEqual({
      ...emptyView('u1|s', 's', 'u1', ok),
      status: 'loading',
    })
  })

  test('is blocked, saying why, when the store does not answer', () => {
    expect(loadingView('u1|s', 's', null, unavailable)).toMatchObject({
      status: 'blocked',
      reason: 'store-unavailable',
      detail: 'the database is blocked',
      actions: ['start'],
    })
    expect(loadingView('u1|s', 's', null, { state: 'waiting' })).toMatchObject({
      status: 'blocked',
      reason: 'store-waiting',
      actions: ['start'],
    })
  })
})

test('a key whose user is not signed in shows nothing and offers nothing', () => {
  expect(signedOutView('u1|s', 's', 'u1', ok)).toMatchObject({
    status: 'signed-out',
    running: null,
    last: null,
    lastSuccessAt: null,
    actions: [],
  })
})

import { describe, expect, test } from 'vitest'
import { LeaseLost, RegistryError } from '../../src/model/error.ts'
import { TaskFailure } from '../../src/model/task-failure.ts'

describe('errors', () => {
  test('a broken promise carries its code, its facts and its cause', () => {
    const cause = new TypeError('the disk is full')
    const error = new RegistryError('store-failed', 'the write failed', { key: 'u1|s' }, cause)
    expect(error).toMatchObject({
      name: 'RegistryError',
      code: 'store-failed',
      details: { key: 'u1|s' },
      cause,
    })
    expect(error).toBeInstanceOf(Error)
  })

  test('without a cause there is none, not an undefined one', () => {
    expect('cause' in new RegistryError('closed', 'closed')).toBe(false)
    expect('cause' in new TaskFailure('auth', 'expired')).toBe(false)
  })

  test('a lost lease says what ended the attempt', () => {
    expect(new LeaseLost('superseded')).toMatchObject({ name: 'LeaseLost', reason: 'superseded' })
    expect(new LeaseLost('cancelled').message).toContain('cancelled')
  })

  test('a failure of a stage says how it is to be treated', () => {
    const cause = new Error('503')
    const failure = new TaskFailure('rate-limited', 'too many requests', {
      retryAfterMs: 30_000,
      cause,
    })
    expect(failure).toMatchObject({ failureClass: 'rate-limited', retryAfterMs: 30_000, cause })
  })
})

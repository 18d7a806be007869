import { describe, expect, test } from 'vitest'
import { defaultBrings } from '../../src/model/trigger.ts'

describe('what a trigger may bring when its caller did not say', () => {
  test('what a change source sends is news', () => {
    expect(defaultBrings('change', false)).toBe('news')
    expect(defaultBrings('change', true)).toBe('news')
  })

  test.each(['foreground', 'online', 'schedule', 'retry', 'push', 'anything'])(
    'an armed %s trigger brings nothing, a direct one maybe something',
    source => {
      expect(defaultBrings(source, false)).toBe('nothing')
      expect(defaultBrings(source, true)).toBe('maybe')
    },
  )
})

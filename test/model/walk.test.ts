import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lives, Walk } from './walk.ts'

test('whatever happens to a key, each write keeps the invariants, and one live agent brings it to rest', () => {
  fc.assert(
    fc.property(lives, ({ policy, steps }) => {
      const walk = new Walk(policy)
      for (const step of steps) walk.play(step)
      walk.comeToRest()
    }),
    { numRuns: 300 },
  )
}, 30_000)

test('the walk reaches every kind of end, takeovers and follow-ups', () => {
  const seen = new Set<string>()
  for (const { policy, steps } of fc.sample(lives, { numRuns: 100, seed: 7 })) {
    const walk = new Walk(policy)
    for (const step of steps) walk.play(step)
    walk.comeToRest()
    for (const row of walk.story.rows) {
      seen.add(row.cause ?? row.status)
      if (row.takeovers > 0) seen.add('taken over')
      if (row.attempts > 1) seen.add('tried again')
      if (row.recovery) seen.add(row.recovery)
      for (const note of row.triggers) seen.add(note.decision)
    }
  }
  expect([...seen].sort()).toEqual(
    [
      'buffered',
      'cancel',
      'cancelled',
      'deferred',
      'fatal',
      'joined',
      'restart',
      'resume',
      'signed-out',
      'skip',
      'started',
      'succeeded',
      'taken over',
      'tried again',
    ].sort(),
  )
}, 30_000)

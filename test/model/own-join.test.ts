import { describe, expect, test } from 'vitest'
import { decideOwnJoin } from '../../src/model/own-join.ts'
import type { TriggerRequest } from '../../src/model/trigger.ts'
import { aChange, aPress, aRequest, aRunning, aSealed, aSucceeded, type Story } from './support.ts'

function join({ record, policy, now }: Story, request: TriggerRequest, isSealing = false) {
  return decideOwnJoin(record, request, { agent: 'tab-a', isSealing }, policy, now)
}

describe('a trigger of the agent that runs the key', () => {
  test('joins without a transaction, with a note of its own', () => {
    const story = aRunning()
    expect(join(story, aPress())).toMatchObject({
      source: 'manual',
      byUser: true,
      decision: 'joined',
      agent: 'tab-a',
      at: story.now,
    })
  })

  test('is for the store to decide from the call of seal on, unless it brings nothing', () => {
    for (const request of [aPress(), aChange()]) expect(join(aRunning(), request, true)).toBeNull()
    expect(join(aRunning(), aRequest(), true)).toMatchObject({ decision: 'joined' })
  })

  test('is for the store to decide when the seal is stored, whether or not this agent called it', () => {
    expect(join(aSealed(), aPress())).toBeNull()
  })

  test('is for the store to decide when nothing runs', () => {
    expect(join(aSucceeded(), aPress())).toBeNull()
  })
})

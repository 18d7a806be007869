import { expect, test } from 'vitest'
import { slimRecord } from '../../src/model/slim.ts'
import { aChange, aFailed, aRunning, aWaiting, type Story } from './support.ts'

const secret = { secret: 'of this user' }

function rich(): Story {
  const story = aRunning({ payload: secret })
  story.reach(secret)
  story.trigger(aChange({ payload: { ...secret, more: 1 } }))
  story.renew({ result: secret })
  return story
}

test('a record on the channel carries no payload, cursor, result, bookmark', () => {
  const story = rich()
  story.fail()
  story.pause()
  story.trigger(aChange({ payload: { ...secret, more: 2 } }))
  for (const { record } of [rich(), story, aFailed('fatal', { payload: secret })]) {
    expect(JSON.stringify(record)).toContain('of this user')
    expect(JSON.stringify(slimRecord(record))).not.toContain('of this user')
  }
})

test('what others decide and show by stays: state, version, fence, seal, wait, slots', () => {
  const { record } = aWaiting({ payload: secret })
  const slim = slimRecord(record)
  expect(slim).toMatchObject({
    key: record.key,
    version: record.version,
    fence: record.fence,
    slots: record.slots,
  })
  expect(slim.run).toMatchObject({
    state: 'waiting',
    wait: record.run?.wait,
    triggers: record.run?.triggers,
  })
  expect(slim.run?.checkpoint).toMatchObject({ stage: 'pulling', sealed: false })
})

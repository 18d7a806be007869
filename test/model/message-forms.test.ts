/** Messages that this version must not take for what they look like. */
import { expect, test } from 'vitest'
import { messageVersion, parseMessage } from '../../src/model/message.ts'
import { aRunning } from './support.ts'

const from = { v: messageVersion, from: 'tab-b' }
const about = { key: 'u1|s', owner: 'owner-1', fence: 7 }

test('a kind that this version does not know is ignored, whatever it carries', () => {
  expect(parseMessage({ ...from, type: 'ping', ...about })).not.toBeNull()
  expect(parseMessage({ ...from, type: 'handshake', ...about })).toBeNull()
})

test('a message of another version is ignored, though its form is known', () => {
  expect(parseMessage({ ...from, v: messageVersion + 1, type: 'ping', ...about })).toBeNull()
})

test.each([Number.NaN, Number.POSITIVE_INFINITY, '7', null])(
  'a number that is %s makes no message: a timer set by it would fire at once',
  fence => {
    expect(parseMessage({ ...from, type: 'ping', ...about, fence })).toBeNull()
    expect(parseMessage({ ...from, type: 'bye', runs: [about, { ...about, fence }] })).toBeNull()
    const { record } = aRunning()
    const told = { ...from, type: 'record', storeId: 'store-1' }
    expect(parseMessage({ ...told, record })).not.toBeNull()
    const lease = { ...record.lease, expiresAt: fence }
    expect(parseMessage({ ...told, record: { ...record, lease } })).toBeNull()
  },
)

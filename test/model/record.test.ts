import { expect, test } from 'vitest'
import { emptyRecord, schemaVersion } from '../../src/model/record.ts'
import { key } from './builders.ts'

test('the record of a key for which nothing ever happened is plain JSON that names its key', () => {
  const record = emptyRecord({ userId: 'a|b', scope: 's' }, 4, 0)
  expect(record).toMatchObject({
    key: 'a%007cb|s',
    userId: 'a|b',
    scope: 's',
    epoch: 4,
    schemaVersion,
  })
  expect(JSON.parse(JSON.stringify(record))).toStrictEqual(record)
})

test('it holds nothing: no owner, no run, no version, no fence', () => {
  expect(emptyRecord(key, 0, 0)).toMatchObject({
    version: 0,
    fence: 0,
    lease: null,
    run: null,
    last: null,
    historySeq: 0,
  })
})

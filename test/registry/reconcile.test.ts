import { expect, test } from 'vitest'
import type { UserRecord } from '../../src/model/user-record.ts'
import { reconcile } from '../../src/registry/reconcile.ts'
import type { Holding } from '../../src/run/holding.ts'

const ada: UserRecord = {
  userId: 'ada',
  version: 1,
  epoch: 0,
  signedIn: true,
  signedInAt: 0,
  freshAt: 0,
}

test.each<[string, UserRecord | null, boolean, readonly string[]]>([
  ['the database is another one', null, true, ['lease-lost']],
  ['the record was deleted', ada, true, ['lease-lost']],
  ['the user was forgotten', { ...ada, signedIn: false }, true, ['signed-out']],
  ['it was not read yet', ada, false, []],
])('a run of which no record is left stops: %s', (_, user, loaded, expected) => {
  const reasons: string[] = []
  const holding = { abort: (reason: string) => reasons.push(reason) } as unknown as Holding
  const known = { key: 'ada|s', userId: 'ada', scope: 's', record: null, loaded }
  reconcile(holding, { ...known, progress: null, ownerGone: false }, user)
  expect(reasons).toEqual(expected)
})

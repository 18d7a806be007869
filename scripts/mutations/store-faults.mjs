// The rules of stores: failing, old and new versions, durability, the contract.

const idbTest = 'test/store/idb.test.ts'
const transaction = 'src/store/idb-transaction.ts'
const breaker = 'src/registry/breaker.ts'
const failing = 'test/registry/failing-storage.test.ts'

/** @type {import('../lib/mutation-map.mjs').Rules} */
export const storeFaultRules = {
  S6: {
    words: 'a time-out is not a failure: silence aborts, waiting is told, what landed counts',
    mutants: [
      {
        breaks: 'a transaction that fell silent is waited for',
        file: 'src/registry/operations.ts',
        text: "else operation.abort.abort(new RegistryError('store-unavailable', fellSilent))",
        becomes: '',
        tests: ['test/registry/operations.test.ts'],
      },
      {
        breaks: 'one that only waits is aborted',
        file: 'src/registry/operations.ts',
        text: 'else if (operation.begunAt === null || operation.abort.signal.aborted)',
        becomes: 'else if (operation.abort.signal.aborted)',
        tests: ['test/registry/operations.test.ts'],
      },
      {
        breaks: 'a trigger is not answered while the store waits',
        file: 'src/registry/operations.ts',
        text: '    operation.onOverdue?.()\n',
        becomes: '',
        tests: ['test/registry/operations.test.ts'],
      },
      {
        breaks: 'a lost connection during the commit counts as not written',
        file: transaction,
        text: "{ landed: committing ? 'unknown' : 'no' }",
        becomes: "{ landed: 'no' }",
        tests: ['test/store/idb-lost.test.ts'],
      },
      {
        breaks: 'a lease that was never used is not taken up',
        file: 'src/model/evidence.ts',
        text: "    case 'unused':\n      return true\n",
        becomes: "    case 'unused':\n      return false\n",
        tests: ['test/model/evidence.test.ts', 'test/simulator/store-faults.test.ts'],
      },
      {
        breaks: 'a connection that was lost is used again',
        file: 'src/store/idb-connection.ts',
        text: 'if (handle?.db === db) handle = undefined',
        becomes: '',
        tests: ['test/store/idb-lost.test.ts'],
      },
      {
        breaks: 'it is not tried a second time',
        file: 'src/store/idb-connection.ts',
        text: "if (last || error.details['landed'] !== 'no' || mayRepeat?.() === false) throw error",
        becomes: 'throw error',
        tests: ['test/store/idb-lost.test.ts'],
      },
      {
        breaks: 'failing storage: schedules go on asking for what nobody can decide',
        file: breaker,
        text: 'isResting: () => failure !== null,',
        becomes: 'isResting: () => false,',
        tests: ['test/registry/resting.test.ts'],
      },
      {
        breaks: 'failing storage: a trigger that nobody pressed reaches the store all the same',
        file: breaker,
        text: '      if (!failure) return\n',
        becomes: '      if (failure) return\n',
        tests: [failing],
        hangs: true,
      },
      {
        breaks: 'failing storage: nobody finds out that it is back',
        file: breaker,
        text: '      void askNow()\n',
        becomes: '',
        tests: [failing],
        hangs: true,
      },
      {
        breaks: 'failing storage: it is asked every second',
        file: breaker,
        text: '      waitMs = longerWait(waitMs)\n',
        becomes: '',
        tests: [failing],
      },
      {
        breaks: 'failing storage: a person waits until it is asked again',
        file: 'src/registry/intake.ts',
        text: 'if (!request.byUser) deps.throwIfResting()',
        becomes: 'deps.throwIfResting()',
        tests: [failing],
      },
      {
        breaks: 'failing storage: a store that only waits counts as broken',
        file: 'src/registry/operations.ts',
        text: "if (health.state === 'ok') setHealth({ state: 'waiting' })",
        becomes: "setHealth({ state: 'unavailable', message: fellSilent })",
        tests: [failing, 'test/registry/operations.test.ts'],
      },
      {
        breaks: 'failing storage: when it is back nobody reads what it holds',
        file: 'src/registry/catch-up.ts',
        text: '    isBroken = false\n    void begin()\n',
        becomes: '    isBroken = false\n',
        tests: [failing, 'test/registry/first-read.test.ts'],
      },
      {
        breaks: 'failing storage: a store that does not last looks like one that does',
        file: 'src/registry/ledger.ts',
        text: "health.state === 'ok' && store.volatile ?",
        becomes: "health.state === 'waiting' && store.volatile ?",
        tests: [failing],
      },
    ],
  },
  S7: {
    words: 'an older version stands back from what a newer one wrote',
    mutants: [
      {
        breaks: 'it starts',
        file: 'src/model/decide-trigger.ts',
        text: "const mayStart = isOlder ? 'reload-needed' : facts.mayStart",
        becomes: 'const mayStart = facts.mayStart',
        tests: ['test/model/versions.test.ts'],
      },
      {
        breaks: 'it takes over',
        file: 'src/model/decide-continue.ts',
        text: ' || standsBack(state.record, policy))\n',
        becomes: ')\n',
        tests: ['test/model/versions.test.ts'],
      },
      {
        breaks: 'it writes a record of a newer library',
        file: 'src/model/decide-trigger.ts',
        text: 'if (state.record && isNewerSchema(state.record)) {',
        becomes: 'if (state.record && isNewerSchema(state.record) && now < 0) {',
        tests: ['test/model/versions.test.ts'],
      },
      {
        breaks: 'it may not pause it',
        file: 'src/model/decide-control.ts',
        text: 'isNewer && state.record ? {',
        becomes: '!isNewer && state.record ? {',
        tests: ['test/model/versions.test.ts'],
      },
      {
        breaks: 'a bookmark of a newer task version does not count',
        file: 'src/model/versions.ts',
        text: '    ...Object.values(bookmarks).map(bookmark => bookmark.taskVersion),\n',
        becomes: '',
        tests: ['test/model/versions.test.ts'],
      },
      {
        breaks: 'it does not join a run whose owner lives',
        file: 'src/model/beside-newer.ts',
        text: "if (row.effect === 'join' && !row.followUp)",
        becomes: "if (row.effect === 'join' && row.followUp)",
        tests: ['test/model/versions.test.ts'],
      },
      {
        breaks: 'an acquisition does not raise the schema',
        file: 'src/model/acquire.ts',
        text: '    schemaVersion,\n    fence,',
        becomes: '    fence,',
        tests: ['test/model/versions.test.ts'],
      },
      {
        breaks: 'members that this version does not know are lost',
        file: 'src/model/pending.ts',
        text: '    ...older,\n',
        becomes: '    runId: older.runId,\n',
        tests: ['test/model/unknown-members.test.ts'],
      },
    ],
  },
  S8: {
    words: 'relaxed durability by default, explicit commit, no key list on the way of a run',
    mutants: [
      {
        breaks: 'strict without being asked for',
        file: 'src/store/durability.ts',
        text: "{ durability = 'relaxed' }",
        becomes: "{ durability = 'strict' }",
        tests: [idbTest],
      },
      {
        breaks: 'the option is ignored',
        file: transaction,
        text: 'db.transaction(stores, mode, { durability })',
        becomes: "db.transaction(stores, mode, { durability: durability && 'relaxed' })",
        tests: [idbTest],
      },
      {
        breaks: 'the commit is left to the platform',
        file: transaction,
        text: '        tx.commit()\n',
        becomes: '',
        tests: [idbTest],
      },
      {
        breaks: 'an operation takes two transactions',
        file: 'src/store/idb-store.ts',
        text: '      handle => inTransaction(handle.db, scope, told, inside => work(inside, handle)),',
        becomes:
          '      async handle => {\n        await inTransaction<null>(handle.db, reading, {}, inside => inside.finish(null))\n        return inTransaction(handle.db, scope, told, inside => work(inside, handle))\n      },',
        tests: [idbTest],
      },
    ],
  },
  S9: {
    words: 'one suite of contract cases, for every store',
    mutants: [
      {
        breaks: 'a case is not asked of all',
        file: 'src/testing/store-cases.ts',
        text: '...transactCases,',
        becomes: '',
        tests: ['test/testing/store-cases.test.ts'],
      },
    ],
  },
}

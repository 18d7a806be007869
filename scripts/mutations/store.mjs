// The rules of stores.

const memoryTest = 'test/store/memory.test.ts'
const idbTest = 'test/store/idb.test.ts'
const transaction = 'src/store/idb-transaction.ts'

/** @type {import('./types.mjs').Rules} */
export const storeRules = {
  S1: {
    words: 'one atomic verb: read, decide and write in one transaction',
    mutants: [
      {
        breaks: 'IndexedDB: the record is read in one transaction and written in another',
        file: 'src/store/idb.ts',
        text: 'return operate(settling, options, (inside, { storeId }) => {\n          readState',
        becomes:
          'return operate({ ...settling, mode: "readonly" }, options, (inside, { storeId }) => {\n          readState',
        tests: [idbTest],
      },
      {
        breaks: 'memory: what cannot be stored leaves half of itself',
        file: 'src/store/memory.ts',
        text: '          const rows = copy(decided.history ?? [])\n          if (record) database.records.set(address.key, record)\n',
        becomes:
          '          if (record) database.records.set(address.key, record)\n          const rows = copy(decided.history ?? [])\n',
        tests: [memoryTest],
      },
      {
        breaks: 'memory: what was given can be changed afterwards',
        file: 'src/store/memory.ts',
        text: 'const record = copy(decided.record)',
        becomes: 'const record = decided.record',
        tests: [memoryTest],
      },
      {
        breaks: 'IndexedDB: a decision that throws writes what it had decided',
        file: transaction,
        text: '        tx.abort()\n',
        becomes: '        tx.commit()\n',
        tests: [idbTest],
        hangs: true,
      },
      {
        breaks: 'IndexedDB: an answer comes before the write has landed',
        file: transaction,
        text: '          committing = true\n          tx.commit()\n',
        becomes: '          committing = true\n          tx.commit()\n          resolve(answer)\n',
        tests: [idbTest],
      },
    ],
  },
  S2: {
    words: 'one record per key and user; finished runs are trimmed at settle',
    mutants: [
      {
        breaks: 'memory: finished runs are kept for ever',
        file: 'src/store/memory-data.ts',
        text: '.filter(row => row.seq > newest.seq - kept)',
        becomes: '.filter(row => row.seq > 0)',
        tests: [memoryTest],
      },
      {
        breaks: 'IndexedDB: finished runs are kept for ever',
        file: 'src/store/idb-schema.ts',
        text: 'if (isTime) history.delete(',
        becomes: 'if (isTime && kept < 0) history.delete(',
        tests: [idbTest],
      },
      {
        breaks: 'IndexedDB: surplus runs show',
        file: 'src/store/idb.ts',
        text: 'seq > surplus && seq < beforeSeq',
        becomes: 'seq < beforeSeq',
        tests: [idbTest],
      },
      {
        breaks: 'the oldest runs are shown first',
        file: 'src/store/memory.ts',
        text: 'copy(rows.reverse().slice(0, limit))',
        becomes: 'copy(rows.slice(0, limit))',
        tests: [memoryTest],
      },
    ],
  },
  S3: {
    words: 'the store has a random id, made with the database',
    mutants: [
      {
        breaks: 'IndexedDB: every connection gives it another',
        file: 'src/store/idb.ts',
        text: 'const storeId = meta?.storeId ?? id()',
        becomes: 'const storeId = id()',
        tests: [idbTest],
      },
      {
        breaks: 'memory: a database that was made anew has the old one',
        file: 'src/store/memory-data.ts',
        text: 'storeId: id(),',
        becomes: "storeId: 'the only one',",
        tests: [memoryTest],
      },
      {
        breaks: 'an agent does not notice that its store was made anew',
        file: 'src/registry/mirror.ts',
        text: 'if (wasSure) listener.onOtherStore()',
        becomes: '',
        tests: ['test/registry/mirror.test.ts'],
      },
    ],
  },
  S4: { words: 'writes of the app in the transaction of the commit', none: 'not built yet' },
  S5: {
    words: 'a stage starts in a task of its own, after the answer',
    none: 'part: writes inside an app transaction are not built yet',
    mutants: [
      {
        breaks: 'it starts in the promise chain of its caller',
        file: 'src/platform/start-task.ts',
        text: '    ports.port2.postMessage(null)\n',
        becomes: '    queueMicrotask(() => waiting.shift()?.())\n',
        tests: ['test/platform/start-task.test.ts'],
      },
      {
        breaks: 'the run does not use that task',
        file: 'src/run/drive.ts',
        text: '    deps.environment.startTask(() => {\n',
        becomes: '    queueMicrotask(() => {\n',
        tests: ['test/registry/stage-start.test.ts'],
      },
    ],
  },
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
        text: 'else if (operation.begunAt === null) reportWaiting(operation)',
        becomes: '',
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
        text: "if (last || error.details['landed'] !== 'no') throw error",
        becomes: 'throw error',
        tests: ['test/store/idb-lost.test.ts'],
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
        file: 'src/store/idb.ts',
        text: "durability = 'relaxed' }: IdbStoreOptions",
        becomes: "durability = 'strict' }: IdbStoreOptions",
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
        text: '          tx.commit()\n',
        becomes: '',
        tests: [idbTest],
      },
      {
        breaks: 'an operation takes two transactions',
        file: 'src/store/idb.ts',
        text: 'handle => inTransaction(handle.db, scope, options, inside => work(inside, handle)),',
        becomes:
          'async handle => {\n          await inTransaction<null>(handle.db, reading, {}, inside => inside.finish(null))\n          return inTransaction(handle.db, scope, options, inside => work(inside, handle))\n        },',
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

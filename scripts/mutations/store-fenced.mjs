// The rules of stores: atomic, with the app's own writes.

const memoryTest = 'test/store/memory.test.ts'
const idbTest = 'test/store/idb.test.ts'
const transaction = 'src/store/idb-transaction.ts'
const fenced = 'src/store/fenced-transaction.ts'
const commitTest = 'test/fenced/commit.test.ts'
const zoneTest = 'test/fenced/zone.test.ts'

/** @type {import('../lib/mutation-map.mjs').Rules} */
export const fencedRules = {
  S1: {
    words: 'one atomic verb: read, decide and write in one transaction',
    mutants: [
      {
        breaks: 'IndexedDB: the record is read in a transaction that cannot write',
        file: 'src/store/idb-store.ts',
        text: 'return operate(settling, options, (inside, { storeId }) => {\n        readState(',
        becomes: 'return operate(reading, options, (inside, { storeId }) => {\n        readState(',
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
        breaks: 'IndexedDB: an operation that failed lands all the same',
        file: transaction,
        text: '      tx.abort()\n',
        becomes: '      tx.commit()\n',
        tests: [idbTest],
        hangs: true,
      },
      {
        breaks: 'IndexedDB: an answer comes before the write has landed',
        file: transaction,
        text: '        committing = true\n        tx.commit()\n',
        becomes: '        committing = true\n        tx.commit()\n        resolve(answer)\n',
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
        file: 'src/store/idb-store.ts',
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
        file: 'src/store/idb-identify.ts',
        text: 'return known.storeId',
        becomes: 'return id()',
        tests: [idbTest],
      },
      {
        breaks: 'IndexedDB: two that open it at once give it two',
        file: 'src/store/idb-identify.ts',
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
  S4: {
    words: 'the app writes in the transaction of the commit, or the checkpoint does not move',
    mutants: [
      {
        breaks: 'an owner that lost the key has its write called',
        file: fenced,
        text: 'if (!verified.record) return finish(verified.result)',
        becomes: '',
        tests: [commitTest],
      },
      {
        breaks: 'the checkpoint is not written',
        file: fenced,
        text: '        put(decided)\n',
        becomes: '',
        tests: ['test/store/app-stores.test.ts'],
      },
      {
        breaks: 'a write that fails lands',
        file: fenced,
        text: '          if (running) end()\n          fail(isInactive(error) ? endedEarly(error) : error)',
        becomes: '          if (running) end()\n          attempt(close)',
        tests: [commitTest],
      },
      {
        breaks: 'a write that awaits something foreign keeps the database to itself',
        file: fenced,
        text: 'if (quiet < quietAtMost) return beat()',
        becomes: 'if (quiet >= 0) return beat()',
        tests: [commitTest],
        hangs: true,
      },
      {
        breaks: 'without a sign of life of our own the platform commits half of it',
        file: fenced,
        text: '    beat()\n  })',
        becomes: '  })',
        tests: [commitTest],
      },
      {
        breaks: 'the lease counts from before the write',
        file: fenced,
        text: 'const decided = decide({ ...state, now: now() })',
        becomes: 'const decided = verified',
        tests: ['test/store/app-stores.test.ts'],
      },
      {
        breaks: 'a long write is called silence of the store',
        file: 'src/registry/operations.ts',
        text: 'operation.begunAt = running ? Number.POSITIVE_INFINITY : clock.monotonic()',
        becomes: 'operation.begunAt = clock.monotonic()',
        tests: ['test/fenced/long-write.test.ts', 'test/registry/operations.test.ts'],
      },
      {
        breaks: 'a renewal that waits behind a long write casts doubt on the lease',
        file: 'src/run/holding.ts',
        text: '        release = keeper.secure()\n',
        becomes: '',
        tests: ['test/fenced/long-write.test.ts'],
      },
      {
        breaks: 'a write is called twice when the connection was lost',
        file: 'src/store/fenced-idb.ts',
        text: '() => !applied,',
        becomes: '() => true || applied,',
        tests: ['test/store/fenced-faults.test.ts'],
      },
      {
        breaks: 'a store that cannot takes a task whose commits write',
        file: 'src/registry/fencing.ts',
        text: 'if (wanted === undefined || wanted === fenced?.kind) return',
        becomes: 'if (wanted !== fenced?.kind) return',
        tests: [commitTest],
      },
    ],
  },
  S5: {
    words: 'stores and stages are outside of whatever their caller is in',
    mutants: [
      {
        breaks: 'a stage starts in the promise chain of its caller',
        file: 'src/platform/start-task.ts',
        text: '    ports.port2.postMessage(null)\n',
        becomes: '    queueMicrotask(() => waiting.shift()?.())\n',
        tests: ['test/platform/start-task.test.ts'],
      },
      {
        breaks: 'a run does not use that task',
        file: 'src/run/drive.ts',
        text: '    deps.environment.startTask(() => {\n',
        becomes: '    queueMicrotask(() => {\n',
        tests: ['test/registry/stage-start.test.ts'],
      },
      {
        breaks: 'a call stays in the zone of the transaction that it is made in',
        file: 'src/registry/escaping.ts',
        text: 'if (Promise === NativePromise) return call(...given)',
        becomes: 'if (Promise.prototype) return call(...given)',
        tests: [zoneTest],
        hangs: true,
      },
      {
        breaks: 'a call that is awaited in a transaction of the app is not named',
        file: 'src/registry/escaping.ts',
        text: '        noticeCall?.(name)\n',
        becomes: '',
        tests: [zoneTest],
      },
      {
        breaks: 'one that is not awaited is called a mistake',
        file: 'src/store/dexie-zone.ts',
        text: "if (error instanceof Error && error.name === 'PrematureCommitError')",
        becomes: 'if (error instanceof Error)',
        tests: ['test/fenced/zone-notice.test.ts'],
      },
    ],
  },
}

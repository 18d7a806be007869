// The rules of accounts.

const accountTest = 'test/model/account.test.ts'

/** @type {import('../lib/mutation-map.mjs').Rules} */
export const accountRules = {
  A1: {
    words: 'sign-in is stored, disturbs nothing, and signs the others out',
    mutants: [
      {
        breaks: 'a page load ends every wait for a sign-in',
        file: 'src/model/account.ts',
        text: 'Math.abs(now - before.freshAt) >= freshForMs',
        becomes: 'Math.abs(now - before.freshAt) >= 0',
        tests: [accountTest],
      },
      {
        breaks: 'a real login ends none',
        file: 'src/model/account.ts',
        text: 'const freshens = options.fresh || ',
        becomes: 'const freshens = ',
        tests: [accountTest],
      },
      {
        breaks: 'the others stay signed in',
        file: 'src/model/account.ts',
        text: 'const others = options.exclusive\n',
        becomes: 'const others = options.fresh && options.exclusive\n',
        tests: [accountTest],
      },
      {
        breaks: 'a sign-in raises the epoch',
        file: 'src/model/account.ts',
        text: '    ...before,\n    version: before.version + 1,\n    signedIn: true,',
        becomes:
          '    ...before,\n    version: before.version + 1,\n    epoch: before.epoch + 1,\n    signedIn: true,',
        tests: [accountTest],
      },
      {
        breaks: 'a page whose user left elsewhere triggers for whoever is there now',
        file: 'src/model/decide-trigger.ts',
        text: ' || (request.sessionEpoch ?? user.epoch) !== user.epoch) {',
        becomes: ') {',
        tests: ['test/model/decide-trigger.test.ts'],
      },
      {
        breaks: 'a page does not notice that its user was signed out and in again',
        file: 'src/registry/accounts.ts',
        text: ' && user.epoch === epoch && ',
        becomes: ' && epoch !== undefined && ',
        tests: ['test/registry/views.test.ts'],
      },
    ],
  },
  A2: {
    words: 'after a sign-out not one write of the user succeeds',
    mutants: [
      {
        breaks: 'a sign-out does not raise the epoch',
        file: 'src/model/account.ts',
        text: 'epoch: user.epoch + 1, ',
        becomes: '',
        tests: [accountTest],
      },
      {
        breaks: 'a holder of an older epoch writes',
        file: 'src/model/holder.ts',
        text: "if (!isCurrent(record, user)) return { ok: false, reason: 'signed-out' }",
        becomes: '',
        tests: ['test/model/decide-hold.test.ts', 'test/model/holder.test.ts'],
      },
      {
        breaks: 'the epoch is not compared',
        file: 'src/model/epoch.ts',
        text: 'return user?.signedIn === true && user.epoch === record.epoch',
        becomes: 'return user?.signedIn === true',
        tests: ['test/model/epoch.test.ts'],
      },
      {
        breaks: 'a run of an older epoch goes on',
        file: 'src/model/epoch.ts',
        text: 'if (isOurs && !isCancelled) return',
        becomes: 'if (!isCancelled) return',
        tests: ['test/model/epoch.test.ts'],
      },
      {
        breaks: 'nobody writes down that it is over',
        file: 'src/model/decide-continue.ts',
        text: 'if (history.length > 0)\n',
        becomes: 'if (history.length > 1)\n',
        tests: ['test/model/decide-continue.test.ts'],
      },
      {
        breaks: 'a settle that comes too late starts what was buffered',
        file: 'src/model/late-settle.ts',
        text: 'const entered = enterEpoch(state, record, facts)',
        becomes: 'const entered = { record, history: [] }',
        tests: ['test/model/decide-settle.test.ts'],
      },
    ],
  },
  A3: {
    words: 'sign-out works offline and from any tab; forget leaves a floor',
    mutants: [
      {
        breaks: 'with a store that does not answer, the page goes on',
        file: 'src/registry/accounts.ts',
        text: '    deps.onLeaving(userId)\n    await impatient(left)\n',
        becomes: '    await impatient(left)\n',
        tests: ['test/registry/accounts.test.ts', 'test/registry/store-faults.test.ts'],
      },
      {
        breaks: 'a sign-out that the store does not take is claimed',
        file: 'src/registry/accounts.ts',
        text: '    await impatient(left)\n',
        becomes: '    void impatient(left).catch(() => undefined)\n',
        tests: ['test/registry/accounts.test.ts'],
      },
      {
        breaks: 'it is not tried again',
        file: 'src/registry/accounts.ts',
        text: "if (error instanceof RegistryError && error.code === 'closed') throw error",
        becomes: 'throw error',
        tests: ['test/registry/accounts.test.ts', 'test/simulator/store-faults.test.ts'],
      },
      {
        breaks: 'a repeated sign-out signs out who came since',
        file: 'src/model/account.ts',
        text: 'if (from !== null && before.epoch > from) return { users: [], user: before }',
        becomes: '',
        tests: [accountTest, 'test/simulator/store-faults.test.ts'],
      },
      {
        breaks: 'the floor does not lie above what was forgotten',
        file: 'src/model/forget.ts',
        text: 'Math.max(floor, highest + 1)',
        becomes: 'Math.max(floor, 0)',
        tests: ['test/store/memory.test.ts'],
      },
      {
        breaks: 'a forgotten user keeps the finished runs',
        file: 'src/store/memory-data.ts',
        text: 'for (const map of [database.records, database.history]) {',
        becomes: 'for (const map of [database.records]) {',
        tests: ['test/store/memory.test.ts'],
      },
      {
        breaks: 'the same in IndexedDB',
        file: 'src/store/idb-store.ts',
        text: '            schema.deleteHistory(inside.store(names.history), prefix)\n',
        becomes: '',
        tests: ['test/store/idb.test.ts'],
      },
      {
        breaks: 'forgetting one user takes a user whose name begins alike',
        file: 'src/model/key.ts',
        text: 'return `${encodePart(userId)}|`',
        becomes: 'return encodePart(userId)',
        tests: ['test/store/memory.test.ts', 'test/model/key.test.ts'],
      },
      {
        breaks: 'triggers stay armed in the other tabs',
        file: 'src/registry/arming.ts',
        text: 'for (const key of armed.keys()) if (!wanted.has(key)) disarm(key)',
        becomes: '',
        tests: ['test/registry/arming.test.ts'],
      },
    ],
  },
}

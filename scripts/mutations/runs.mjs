// The rules of runs: commit, recover.

const hold = 'src/model/decide-hold.ts'
const holdTest = 'test/model/decide-hold.test.ts'
const recovery = 'src/model/recovery.ts'
const recoveryTest = 'test/model/recovery.test.ts'
const migrateTest = 'test/model/migrate.test.ts'
const continueTest = 'test/model/decide-continue.test.ts'

/** @type {import('../lib/mutation-map.mjs').Rules} */
export const runRules = {
  R1: {
    words: 'a commit verifies, moves checkpoint and bookmark, renews: one transaction',
    mutants: [
      {
        breaks: 'another owner may write',
        file: 'src/model/holder.ts',
        text: 'lease.owner !== holder.owner || ',
        becomes: '',
        tests: ['test/model/holder.test.ts'],
      },
      {
        breaks: 'an older fence may write',
        file: 'src/model/holder.ts',
        text: ' || lease.fence !== holder.fence) {',
        becomes: ') {',
        tests: ['test/model/holder.test.ts'],
      },
      {
        breaks: 'a holder of another store may write',
        file: 'src/model/holder.ts',
        text: "if (state.storeId !== holder.storeId) return { ok: false, reason: 'lease-lost' }",
        becomes: '',
        tests: ['test/model/holder.test.ts'],
      },
      {
        breaks: 'a commit is written although a cancel was requested',
        file: hold,
        text: 'if (held.run.cancel) return { result: { ok: false, reason: held.run.cancel.reason } }',
        becomes: '',
        tests: [holdTest],
      },
      {
        breaks: 'a commit does not move the checkpoint',
        file: hold,
        text: '    ...carried,\n    checkpoint,\n',
        becomes: '    ...carried,\n',
        tests: [holdTest],
      },
      {
        breaks: 'a stage that returned is not written down',
        file: 'src/run/drive.ts',
        text: 'await holding.write((state, write) => decideCommit(state, write, step, policy))',
        becomes: 'await holding.confirm()',
        tests: ['test/simulator/counts.test.ts'],
      },
      {
        breaks: 'last does not finish the stage',
        file: hold,
        text: 'if (!step.last) return { ...checkpoint, stage: step.stage, cursor, sealed }',
        becomes: 'if (policy) return { ...checkpoint, stage: step.stage, cursor, sealed }',
        tests: [holdTest],
      },
      {
        breaks: 'a refused commit does not stop the stage',
        file: 'src/run/holding.ts',
        text: 'if (!answer.ok) abort(answer.reason)\n    else if',
        becomes: 'if (!answer.ok) return\n    else if',
        tests: ['test/run/holding.test.ts'],
      },
    ],
  },
  R2: {
    words: 'a run goes on where its checkpoint says, and that is recorded',
    mutants: [
      {
        breaks: 'a finished stage is called again',
        file: recovery,
        text: 'names.find(name => !checkpoint.finished.includes(name)) ?? null',
        becomes: 'names[0] ?? null',
        tests: [recoveryTest],
      },
      {
        breaks: 'the cursor is not used',
        file: recovery,
        text: 'cursor: stage === checkpoint.stage ? checkpoint.cursor : null,',
        becomes: 'cursor: null,',
        tests: [recoveryTest],
      },
      {
        breaks: 'the cursor of another stage is used',
        file: recovery,
        text: 'cursor: stage === checkpoint.stage ? checkpoint.cursor : null,',
        becomes: 'cursor: checkpoint.cursor,',
        tests: [recoveryTest],
      },
      {
        breaks: 'a checkpoint of another task version is believed',
        file: recovery,
        text: '    checkpoint.taskVersion !== policy.version ||\n',
        becomes: '',
        tests: [recoveryTest, migrateTest],
      },
      {
        breaks: 'an unknown stage is looked for in vain',
        file: recovery,
        text: '    !known ||\n',
        becomes: '',
        tests: [recoveryTest],
      },
      {
        breaks: 'what is finished but not settled begins again',
        file: recovery,
        text: "if (stage === null) return { choice: 'skip', stage, checkpoint }",
        becomes: '',
        tests: [recoveryTest],
      },
      {
        breaks: 'the choice is not recorded',
        file: recovery,
        text: 'return { ...run, ...counters, checkpoint, recovery: choice }',
        becomes: 'return { ...run, ...counters, checkpoint }',
        tests: [continueTest, recoveryTest],
      },
      {
        breaks: 'a cancelled run of a dead owner goes on',
        file: 'src/model/decide-continue.ts',
        text: '  if (run.cancel) {\n',
        becomes: '  if (run.cancel && run.wait) {\n',
        tests: [continueTest],
      },
      {
        breaks: 'a stage before the one that migrate names runs first',
        file: 'src/model/migrate.ts',
        text: 'i < names.indexOf(to.stage) || said.includes(name)',
        becomes: 'i < 0 || said.includes(name)',
        tests: [migrateTest],
      },
      {
        breaks: 'migrate is not asked',
        file: 'src/model/migrate.ts',
        text: 'if (!policy.migrate || !(begun || hasStale)) return',
        becomes: 'if (!policy.migrate || !hasStale || !begun) return',
        tests: [migrateTest],
      },
    ],
  },
  R3: {
    words: 'a bookmark is where the next occurrence of an incremental stage begins',
    mutants: [
      {
        breaks: 'a commit leaves none',
        file: 'src/model/bookmark.ts',
        text: 'if (!isIncremental(stage, policy) || cursor === undefined || run?.isReset) return bookmarks',
        becomes:
          'if (isIncremental(stage, policy) || cursor === undefined || run?.isReset) return bookmarks',
        tests: ['test/model/bookmark.test.ts'],
      },
      {
        breaks: 'a run that goes on after a reset leaves one',
        file: 'src/model/bookmark.ts',
        text: ' || run?.isReset) return bookmarks',
        becomes: ') return bookmarks',
        tests: ['test/model/decide-control.test.ts'],
      },
      {
        breaks: 'every stage has one',
        file: 'src/model/bookmark.ts',
        text: 'stage.name === name && stage.incremental',
        becomes: 'stage.name === name',
        tests: ['test/model/bookmark.test.ts'],
      },
      {
        breaks: 'the last commit of a run leaves none',
        file: 'src/model/decide-settle.ts',
        text: 'step ? bookmarked(held.record, step, policy, now) :',
        becomes: 'step ? held.record.bookmarks :',
        tests: ['test/model/decide-settle.test.ts'],
      },
      {
        breaks: 'the next occurrence begins from nothing',
        file: 'src/run/drive.ts',
        text: 'bookmarkOf(holding.record().bookmarks, stage, policy)',
        becomes: 'bookmarkOf({}, stage, policy)',
        tests: ['test/simulator/retry.test.ts', 'test/testing/test-registry.test.ts'],
      },
      {
        breaks: 'reset drops nothing',
        file: 'src/model/decide-control.ts',
        text: 'bookmarks: {}, ',
        becomes: '',
        tests: ['test/model/decide-control.test.ts'],
      },
      {
        breaks: 'one of another task version is used',
        file: 'src/model/bookmark.ts',
        text: 'return bookmark?.taskVersion === policy.version ? bookmark.cursor : null',
        becomes: 'return bookmark?.cursor ?? null',
        tests: ['test/model/bookmark.test.ts'],
      },
    ],
  },
  R4: {
    words: 'an edit has one idempotency key, whichever run sends it',
    mutants: [
      {
        breaks: 'it is another for each run',
        file: 'src/run/task-run.ts',
        text: "        options?.per === 'occurrence' ? (run.scheduledAt ?? run.requestedAt) : null,",
        becomes: '        run.scheduledAt ?? run.requestedAt,',
        tests: ['test/registry/headers.test.ts'],
      },
      {
        breaks: 'it is the same for each occurrence that asks for its own',
        file: 'src/run/task-run.ts',
        text: "        options?.per === 'occurrence' ? (run.scheduledAt ?? run.requestedAt) : null,",
        becomes: '        null,',
        tests: ['test/registry/headers.test.ts'],
      },
      {
        breaks: 'it is the same in another store',
        file: 'src/model/idempotency.ts',
        text: 'const parts = [storeId, key, part,',
        becomes: 'const parts = [key, part,',
        tests: ['test/model/idempotency.test.ts'],
      },
      {
        breaks: 'two parts may make one key',
        file: 'src/model/idempotency.ts',
        text: 'encodeURIComponent(\n',
        becomes: 'String(\n',
        tests: ['test/model/idempotency.test.ts'],
      },
    ],
  },
  R6: {
    words: 'an agent recovers what was left, at its start and at each signal',
    mutants: [
      {
        breaks: 'an agent that starts does not read what was left',
        file: 'src/registry/catch-up.ts',
        text: '      await deps.roster.reload()\n',
        becomes: '',
        tests: ['test/simulator/recovery.test.ts', 'test/simulator/retry.test.ts'],
      },
      {
        breaks: 'one that hears of a run that is left does nothing',
        file: 'src/registry/create-registry.ts',
        text: '    views.refresh(known)\n    agenda.plan()\n',
        becomes: '    views.refresh(known)\n',
        tests: [
          'test/simulator/recovery.test.ts',
          'test/simulator/retry.test.ts',
          'test/registry/closing.test.ts',
        ],
      },
      {
        breaks: 'a lease of its own that it never used is kept for ever',
        file: 'src/registry/create-registry.ts',
        text: '    unused.update(known)\n',
        becomes: '',
        tests: ['test/simulator/store-faults.test.ts', 'test/registry/store-faults.test.ts'],
      },
    ],
  },
}

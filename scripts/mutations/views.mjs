// The rules of what people see.

const derive = 'src/model/derive-view.ts'
const deriveTest = 'test/model/derive-view.test.ts'

/** @type {import('../lib/mutation-map.mjs').Rules} */
export const viewRules = {
  V1: {
    words: 'a view says what runs, what waits and why, and what can be done',
    mutants: [
      {
        breaks: 'a key that waits offers nothing',
        file: derive,
        text: "actions: ['retry-now', 'cancel'],",
        becomes: 'actions: [],',
        tests: [deriveTest],
      },
      {
        breaks: 'it does not say why it waits',
        file: derive,
        text: "status: 'waiting',\n      reason,",
        becomes: "status: 'waiting',",
        tests: [deriveTest],
      },
      {
        breaks: 'what is being cancelled can be cancelled',
        file: derive,
        text: 'canCancel: run.cancel === null,',
        becomes: 'canCancel: true,',
        tests: [deriveTest],
      },
      {
        breaks: 'every tab believes to be the owner',
        file: derive,
        text: 'here: lease.agent === facts.agent,',
        becomes: 'here: true,',
        tests: [deriveTest],
      },
      {
        breaks: 'a source that joined is not named',
        file: derive,
        text: 'joined: [...new Set(joined)],',
        becomes: 'joined: [],',
        tests: [deriveTest],
      },
      {
        breaks: 'a store that is gone looks like rest',
        file: derive,
        text: "if (store.state === 'unavailable') {",
        becomes: "if (store.state === 'waiting') {",
        tests: [deriveTest],
      },
    ],
  },
  V2: {
    words: 'a view is derived: no spinner outlives its owner, none flickers off',
    mutants: [
      {
        breaks: 'an owner whose lease is over responds',
        file: derive,
        text: 'responding: facts.now < lease.expiresAt && !facts.ownerGone,',
        becomes: 'responding: !facts.ownerGone,',
        tests: [deriveTest],
      },
      {
        breaks: 'an owner that is gone responds',
        file: derive,
        text: 'facts.now < lease.expiresAt && !facts.ownerGone,',
        becomes: 'facts.now < lease.expiresAt,',
        tests: [deriveTest],
      },
      {
        breaks: 'a run that nobody can go on with is shown as running',
        file: derive,
        text: 'const left = facts.ownerGone && !facts.capable',
        becomes: 'const left = facts.ownerGone && facts.stuck && facts.capable',
        tests: [deriveTest],
      },
      {
        breaks: 'a run that this tab will go on with flickers off',
        file: derive,
        text: 'const left = facts.ownerGone && !facts.capable',
        becomes: 'const left = facts.ownerGone',
        tests: [deriveTest],
      },
      {
        breaks: 'a run of an earlier sign-in is shown',
        file: derive,
        text: 'record && isCurrent(record, user) ? record : null',
        becomes: 'record',
        tests: [deriveTest],
      },
    ],
  },
  V3: {
    words:
      'the record is the truth, messages are hints; changes only, in order, the same everywhere',
    mutants: [
      {
        breaks: 'an older record replaces a newer one',
        file: 'src/registry/mirror.ts',
        text: 'return before === null || after.version > before.version',
        becomes: 'return before === null || after.version !== before.version',
        tests: ['test/registry/mirror.test.ts'],
      },
      {
        breaks: 'the store does not refute what was told',
        file: 'src/registry/mirror.ts',
        text: 'heardAt !== undefined && heardAt < begunAt && before?.version !== shown.version',
        becomes: 'heardAt !== undefined && heardAt > begunAt && before?.version !== shown.version',
        tests: ['test/registry/messages.test.ts'],
      },
      {
        breaks: 'what did not change is told again',
        file: 'src/registry/views.ts',
        text: 'if (before?.text === text) return',
        becomes: 'if (before?.text === `${text} `) return',
        tests: ['test/registry/views.test.ts'],
      },
      {
        breaks: 'somebody sees an older view after a newer one',
        file: 'src/registry/views.ts',
        text: '        if (latest.get(known.key)?.view !== view) return\n',
        becomes: '',
        tests: ['test/registry/storms.test.ts'],
      },
      {
        breaks: 'other tabs are told nothing',
        file: 'src/registry/ledger.ts',
        text: "hub.send({ type: 'record', storeId: state.storeId, record: slimRecord(decided.record) })",
        becomes: 'void slimRecord',
        tests: ['test/registry/views.test.ts'],
      },
      {
        breaks: 'progress is sent as often as it is told',
        file: 'src/run/progress-sender.ts',
        text: 'const wait = sentAt + everyMs - deps.clock.monotonic()',
        becomes: 'const wait = 0',
        tests: ['test/registry/progress-rate.test.ts'],
      },
      {
        breaks: 'progress is not stored with the next write',
        file: 'src/model/decide-hold.ts',
        text: 'progress: write.progress ?? run.progress,',
        becomes: 'progress: run.progress,',
        tests: ['test/model/decide-hold.test.ts'],
      },
      {
        breaks: 'a late subscriber is not told how far it is',
        file: 'src/registry/conversation.ts',
        text: "hub().send({ type: 'progress', key, runId, fence, progress })",
        becomes: 'void [key, runId, fence]',
        tests: ['test/registry/progress.test.ts'],
      },
      {
        breaks: 'progress of another run is shown',
        file: 'src/registry/mirror.ts',
        text: 'run?.runId !== runId || lease?.fence !== fence',
        becomes: 'lease?.fence === undefined',
        tests: ['test/registry/mirror.test.ts'],
      },
    ],
  },
  V4: {
    words: 'the history answers: why did it sync?',
    mutants: [
      {
        breaks: 'a finished run leaves no row',
        file: 'src/model/decide-settle.ts',
        text: 'history: ended.row ? [ended.row] : [],',
        becomes: 'history: [],',
        tests: ['test/model/decide-settle.test.ts'],
      },
      {
        breaks: 'its row does not name its triggers',
        file: 'src/model/run-end.ts',
        text: '    triggers,\n    triggersDropped: run.triggersDropped,',
        becomes: '    triggers: [],\n    triggersDropped: run.triggersDropped,',
        tests: ['test/model/run-end.test.ts'],
      },
      {
        breaks: 'it names whoever wrote it as the agent',
        file: 'src/model/run-end.ts',
        text: 'const holder = record.lease ?? agent',
        becomes: 'const holder = agent',
        tests: ['test/model/run-end.test.ts'],
      },
      {
        breaks: 'its stages have no times',
        file: 'src/model/decide-hold.ts',
        text: 'stages: timed(carried.stages, step, checkpoint, now),',
        becomes: '',
        tests: ['test/model/decide-hold.test.ts'],
      },
      {
        breaks: 'two rows have one number',
        file: 'src/model/run-end.ts',
        text: 'const seq = record.historySeq + 1',
        becomes: 'const seq = record.historySeq',
        tests: ['test/model/run-end.test.ts'],
      },
    ],
  },
  V5: {
    words: 'messages are versioned and parsed by a total function; without a channel all works',
    mutants: [
      {
        breaks: 'messages of another version are read',
        file: 'src/model/message.ts',
        text: "if (!isObject(data) || data['v'] !== messageVersion || typeof",
        becomes: 'if (!isObject(data) || typeof',
        tests: ['test/model/message-forms.test.ts'],
      },
      {
        breaks: 'a record in another form is read',
        file: 'src/model/message.ts',
        text: "return typeof data['storeId'] === 'string' && isRecord(data['record'])",
        becomes: "return typeof data['storeId'] === 'string'",
        tests: ['test/model/message.test.ts'],
      },
      {
        breaks: 'numbers that are none are read',
        file: 'src/model/message.ts',
        text: "typeof data === 'number' && Number.isFinite(data)",
        becomes: "typeof data === 'number'",
        tests: ['test/model/message-forms.test.ts'],
      },
      {
        breaks: 'unknown kinds are read',
        file: 'src/model/message.ts',
        text: " || !types.has(data['type'])) return null",
        becomes: ') return null',
        tests: ['test/model/message-forms.test.ts'],
      },
      {
        breaks: 'records carry the payload to everybody',
        file: 'src/model/slim.ts',
        text: 'return { ...run, payload: null, result: null,',
        becomes: 'return { ...run, result: null,',
        tests: ['test/model/slim.test.ts'],
      },
      {
        breaks: 'a channel that is closed by an absence stays closed',
        file: 'src/registry/hub.ts',
        text: '      heard = new Set()\n      open()\n',
        becomes: '      heard = new Set()\n',
        tests: ['test/registry/hub.test.ts'],
      },
      {
        breaks: 'who was heard before an absence still counts as heard',
        file: 'src/registry/hub.ts',
        text: '      heard = new Set()\n      open()\n',
        becomes: '      heard = new Set(heard)\n      open()\n',
        tests: ['test/registry/hub.test.ts'],
      },
    ],
  },
}

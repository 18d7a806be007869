// The rules of triggers: which row decides, what is news.

const table = 'src/model/trigger-table.ts'
const decide = 'src/model/decide-trigger.ts'
const tableTest = 'test/model/trigger-table.test.ts'
const decideTest = 'test/model/decide-trigger.test.ts'
const pendingTest = 'test/model/pending.test.ts'

/** @type {import('../lib/mutation-map.mjs').Rules} */
export const tableRules = {
  T1: {
    words: 'the first row that matches decides; whenRunning changes it, but swallows no news',
    mutants: [
      {
        breaks: 'whenRunning of the task outranks that of the call',
        file: table,
        text: 'request.whenRunning ?? policy.whenRunning',
        becomes: 'policy.whenRunning ?? request.whenRunning',
        tests: [tableTest],
      },
      {
        breaks: 'an automatic trigger replaces the run',
        file: table,
        text: "if (mode === 'restart' && (request.byUser || request.whenRunning === 'restart'))",
        becomes: "if (mode === 'restart')",
        tests: [tableTest],
      },
      {
        breaks: "'join' swallows news",
        file: table,
        text: "if (mode === 'join' && !news)",
        becomes: "if (mode === 'join')",
        tests: [tableTest],
      },
      {
        breaks: 'what is being cancelled is joined',
        file: table,
        text: '  if (run.cancel) {',
        becomes: '  if (run.cancel && !run.checkpoint) {',
        tests: [tableTest],
      },
      {
        breaks: 'a restart leaves the run going',
        file: decide,
        text: 'run: { ...(run as Run), cancel },',
        becomes: '',
        tests: [decideTest],
      },
      {
        breaks: 'nobody signed in is no reason',
        file: decide,
        text: 'if (!user?.signedIn || (request',
        becomes: 'if (!user || (request',
        tests: [decideTest, 'test/model/decide-control.test.ts'],
      },
      {
        breaks: 'a paused key starts',
        file: table,
        text: 'record.paused\n',
        becomes: 'record.paused && run\n',
        tests: [tableTest],
      },
      {
        breaks: 'a closed gate is open',
        file: table,
        text: 'facts.gate === true\n',
        becomes: 'facts.gate !== null\n',
        tests: [tableTest],
      },
      {
        breaks: 'a trigger starts the attempt that waits before its time',
        file: table,
        text: 'return request.byUser || record.deferred?.byUser\n',
        becomes: 'return request.byUser || record.deferred !== undefined\n',
        tests: [tableTest],
      },
      {
        breaks: 'a press is put off like any other trigger',
        file: table,
        text: "return request.byUser ? { effect: 'start-new' } : whileIdle",
        becomes: 'return whileIdle',
        tests: [tableTest],
      },
      {
        breaks: 'a fatal failure does not keep automatic triggers away',
        file: table,
        text: "if (last?.cause === 'fatal' || last?.cause === 'poisoned') {",
        becomes: "if (last?.cause === 'poisoned') {",
        tests: [tableTest],
      },
      {
        breaks: 'a new version of the task is kept away by the failure of the old one',
        file: table,
        text: ' &&\n      last.taskVersion === policy.version',
        becomes: '',
        tests: [tableTest],
      },
      {
        breaks: 'an exhausted task is tried again at once',
        file: table,
        text: "if (wait > 0) return putOff(request, 'exhausted', now + wait)",
        becomes: '',
        tests: [tableTest],
      },
      {
        breaks: 'an automatic trigger starts a run offline',
        file: table,
        text: "if (policy.network && !facts.online) return putOff(request, 'offline', null)",
        becomes: '',
        tests: [tableTest],
      },
      {
        breaks: 'there is no shortest interval between runs',
        file: table,
        text: 'const intervalMs = request.slot ? 0 :',
        becomes: 'const intervalMs = !request.slot ? 0 :',
        tests: [tableTest],
      },
      {
        breaks: 'news that joined a run which failed is lost',
        file: 'src/model/joined-news.ts',
        text: "if (status !== 'failed' || ended.buffered || !first) return ended",
        becomes: "if (status !== 'cancelled' || ended.buffered || !first) return ended",
        tests: ['test/model/joined-news.test.ts'],
      },
      {
        breaks: 'it makes one run after the other fail',
        file: 'src/model/joined-news.ts',
        text: "news.map(note => ({ ...note, decision: 'deferred', reason }))",
        becomes: 'news',
        tests: ['test/model/joined-news.test.ts'],
      },
      {
        breaks: 'news within the shortest interval is lost',
        file: table,
        text: "? { effect: 'defer', reason: 'min-interval', dueAt: now + intervalMs }",
        becomes: "? { effect: 'skip', reason: 'min-interval' }",
        tests: [tableTest],
      },
    ],
  },
  T2: {
    words: 'another payload is news; one follow-up, with all sources and the oldest time',
    mutants: [
      {
        breaks: 'another payload joins the run',
        file: table,
        text: 'request.payload !== undefined && !equalJson(request.payload, run.payload)',
        becomes: 'request.payload !== undefined && run.payload === undefined',
        tests: [tableTest],
      },
      {
        breaks: 'the older payload stays',
        file: 'src/model/pending.ts',
        text: '  if (!newer.hasPayload) {',
        becomes: '  if (!newer.hasPayload || older.hasPayload) {',
        tests: [pendingTest],
      },
      {
        breaks: 'mergePayload is not asked',
        file: 'src/model/pending.ts',
        text: 'if (!older.hasPayload) return latest',
        becomes: 'if (older !== newer) return latest',
        tests: [pendingTest],
      },
      {
        breaks: 'the time is that of the latest',
        file: 'src/model/pending.ts',
        text: 'Math.min(older.requestedAt, newer.requestedAt)',
        becomes: 'newer.requestedAt',
        tests: [pendingTest],
      },
      {
        breaks: 'the sources of the older are lost',
        file: 'src/model/pending.ts',
        text: 'addNotes(older.triggers, older.triggersDropped + newer.triggersDropped, newer.triggers)',
        becomes: 'addNotes([], older.triggersDropped + newer.triggersDropped, newer.triggers)',
        tests: [pendingTest],
      },
      {
        breaks: 'what a failed run did not get done is forgotten',
        file: 'src/model/acquire.ts',
        text: 'asked.hasPayload ? asked.payload : inherited',
        becomes: 'asked.payload',
        tests: ['test/model/acquire.test.ts'],
      },
      {
        breaks: 'a run that waits swallows another payload',
        file: 'src/model/absorb-deferred.ts',
        text: 'if (asked.hasPayload && !equalJson(asked.payload, run.payload)) return true',
        becomes: '',
        tests: [tableTest, 'test/model/absorb-deferred.test.ts'],
      },
    ],
  },
}

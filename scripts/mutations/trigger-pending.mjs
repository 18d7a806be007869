// The rules of triggers: the seal, what waits, what is written down.

const table = 'src/model/trigger-table.ts'
const decide = 'src/model/decide-trigger.ts'
const tableTest = 'test/model/trigger-table.test.ts'
const decideTest = 'test/model/decide-trigger.test.ts'
const holdTest = 'test/model/decide-hold.test.ts'
const promoteTest = 'test/model/promote.test.ts'
const debounceTest = 'test/model/debounce.test.ts'
const capacityTest = 'test/simulator/capacity.test.ts'
const counts = 'test/simulator/counts.test.ts'

/** @type {import('../lib/mutation-map.mjs').Rules} */
export const pendingRules = {
  T3: {
    words: 'what comes after the seal gets a run of its own',
    mutants: [
      {
        breaks: 'a sealed run is joined',
        file: table,
        text: 'if (run.checkpoint.sealed || settling) {',
        becomes: 'if (settling) {',
        tests: [tableTest],
      },
      {
        breaks: 'a run that settles is joined',
        file: table,
        text: 'if (run.checkpoint.sealed || settling) {',
        becomes: 'if (run.checkpoint.sealed) {',
        tests: [tableTest, 'test/registry/own-joins.test.ts'],
      },
      {
        breaks: 'news joins a task that never seals',
        file: table,
        text: "differs || (news && policy.seals === 'never')",
        becomes: 'differs',
        tests: [tableTest],
      },
      {
        breaks: 'the last of several stages does not begin sealed',
        file: 'src/model/decide-hold.ts',
        text: "sealed: sealed || (left.length === 1 && policy.seals === 'last-stage'),",
        becomes: 'sealed,',
        tests: [holdTest],
      },
      {
        breaks: 'a seal is taken back by the next commit',
        file: 'src/model/decide-hold.ts',
        text: 'const sealed = checkpoint.sealed || step.seal',
        becomes: 'const sealed = step.seal',
        tests: [holdTest],
      },
      {
        breaks: 'a run that begins again is not sealed any more',
        file: 'src/model/recovery.ts',
        text: 'const fresh = freshCheckpoint(policy, checkpoint.sealed)',
        becomes: 'const fresh = freshCheckpoint(policy, false)',
        tests: ['test/model/recovery.test.ts'],
      },
      {
        breaks: 'the own agent joins until it hears that its seal has landed',
        file: 'src/model/own-join.ts',
        text: 'isSealing || run.checkpoint.sealed',
        becomes: 'run.checkpoint.sealed',
        tests: ['test/model/own-join.test.ts'],
      },
      {
        breaks: 'triggers of the own agent join until the seal has landed',
        file: 'src/run/task-run.ts',
        text: "      checkNotReturned('seal()')\n      holding.markSealing()\n",
        becomes: "      checkNotReturned('seal()')\n",
        tests: ['test/registry/sealing.test.ts'],
      },
      {
        breaks: 'triggers of the own agent join until the sealing stage end has landed',
        file: 'src/run/drive.ts',
        text: 'if (sealsAfter(stage, policy)) holding.markSealing()',
        becomes: '',
        tests: ['test/registry/sealing.test.ts'],
      },
      {
        breaks: 'triggers of the own agent join until the sealing commit has landed',
        file: 'src/run/task-run.ts',
        text: 'if (step.seal || (step.last && sealsAfter(stage, policy))) holding.markSealing()',
        becomes: '',
        tests: ['test/registry/sealing.test.ts'],
      },
    ],
  },
  T4: {
    words: 'the settle promotes what is buffered',
    mutants: [
      {
        breaks: 'the follow-up waits for the next trigger',
        file: 'src/model/promote.ts',
        text: 'if (!buffered || record.run) return',
        becomes: 'if (!buffered || !record.run) return',
        tests: [promoteTest],
      },
      {
        breaks: 'a paused key starts its follow-up',
        file: 'src/model/promote.ts',
        text: "record.paused\n    ? 'paused'\n    :",
        becomes: '',
        tests: [promoteTest],
      },
      {
        breaks: 'an agent that has stopped starts it',
        file: 'src/model/promote.ts',
        text: 'if (facts.mayStart !== true) return',
        becomes: 'if (facts.mayStart === null) return',
        tests: [promoteTest, 'test/model/decide-settle.test.ts'],
      },
      {
        breaks: 'it starts offline',
        file: 'src/model/promote.ts',
        text: 'policy.network && !facts.online && !buffered.byUser',
        becomes: 'policy.network && !facts.online && facts.online',
        tests: [promoteTest],
      },
      {
        breaks: 'it has another id than its triggers were told',
        file: 'src/model/promote.ts',
        text: ', runId: buffered.runId }',
        becomes: ' }',
        tests: [promoteTest],
      },
      {
        breaks: 'a sign-out leaves what was buffered',
        file: 'src/model/epoch.ts',
        text: '      buffered: null,\n      deferred: null,\n    },',
        becomes: '      deferred: null,\n    },',
        tests: ['test/model/epoch.test.ts'],
      },
    ],
  },
  T5: {
    words: 'a debounced trigger is stored at once, with its due time',
    mutants: [
      {
        breaks: 'it starts at once',
        file: table,
        text: 'policy.debounceMs > 0 && !request.slot?.queues',
        becomes: 'policy.debounceMs < 0',
        tests: [debounceTest],
      },
      {
        breaks: 'further ones put it off for ever',
        file: table,
        text: 'Math.min(now + debounceMs, first + maxWaitMs)',
        becomes: 'now + debounceMs',
        tests: [debounceTest],
      },
      {
        breaks: 'a further one does not put it off',
        file: table,
        text: 'Math.min(now + debounceMs, first + maxWaitMs)',
        becomes: 'first + debounceMs',
        tests: [debounceTest],
      },
      {
        breaks: 'what is debounced runs within the minimum interval',
        file: table,
        text: 'Math.max(debouncedUntil(record, policy, now), now + intervalMs)',
        becomes: 'debouncedUntil(record, policy, now)',
        tests: [debounceTest],
      },
    ],
  },
  T6: {
    words: 'every decision is recorded with source, reason and agent; duplicates are counted',
    mutants: [
      {
        breaks: 'a joined trigger is not written down',
        file: decide,
        text: "const joined = withNote(along.run, note('joined', row.reason))",
        becomes: 'const joined = along.run',
        tests: [decideTest],
      },
      {
        breaks: 'a skipped trigger is not written down',
        file: decide,
        text: "record: remember(record, note('skipped', row.reason)),",
        becomes: 'record,',
        tests: [decideTest],
      },
      {
        breaks: 'duplicates are listed one by one',
        file: 'src/model/notes.ts',
        text: 'if (equal) triggers[at]',
        becomes: 'if (equal && equal.count < 0) triggers[at]',
        tests: ['test/model/notes.test.ts'],
      },
      {
        breaks: 'what is beyond the list is not counted',
        file: 'src/model/notes.ts',
        text: '      triggersDropped += count',
        becomes: '      triggersDropped += 0 * count',
        tests: ['test/model/notes.test.ts'],
      },
      {
        breaks:
          'beyond the list news is not written down, so that nothing follows a run that fails',
        file: 'src/model/notes.ts',
        text: 'note.news ? triggersKept - 1 : triggersKept',
        becomes: 'triggersKept',
        tests: ['test/model/joined-news.test.ts'],
      },
      {
        breaks: 'every duplicate is a transaction',
        file: 'src/registry/intake.ts',
        text: 'if (!before || isOld(before)) return begin(kind, target, request)',
        becomes: 'if (!before || before) return begin(kind, target, request)',
        tests: [counts],
      },
      {
        breaks: 'what joined without a transaction is never written down',
        file: 'src/model/holder.ts',
        text: 'return joined.length === 0\n',
        becomes: 'return joined.length >= 0\n',
        tests: [holdTest, 'test/model/holder.test.ts'],
      },
      {
        breaks: 'what a lost write carried is forgotten',
        file: 'src/run/holding.ts',
        text: '      gathered.giveBack(cargo)\n',
        becomes: '',
        tests: ['test/registry/sealing.test.ts'],
      },
      {
        breaks: 'a write that fails late undoes newer progress',
        file: 'src/run/gathered.ts',
        text: 'if (cargo.progress === progress) unwritten = progress',
        becomes: 'unwritten ??= cargo.progress',
        tests: ['test/run/gathered.test.ts'],
      },
      {
        breaks: 'a write that fails late undoes a newer result',
        file: 'src/run/gathered.ts',
        text: 'if (cargo.result !== undefined && cargo.result === result) isResultUnwritten',
        becomes: 'if (cargo.result !== undefined) isResultUnwritten',
        tests: ['test/run/gathered.test.ts'],
      },
      {
        breaks: 'what a refused write carried is forgotten',
        file: 'src/run/holding.ts',
        text: 'if (!landed.result.ok) gathered.giveBack(cargo)',
        becomes: 'if (!landed.result.ok) void 0',
        tests: ['test/run/holding.test.ts'],
      },
    ],
  },
  T7: {
    words: 'what ends a reason starts what was deferred, in any agent',
    mutants: [
      {
        breaks: 'a deferred trigger stays deferred',
        file: 'src/model/choose-due.ts',
        text: "    return 'deferred'\n",
        becomes: '    return null\n',
        tests: ['test/model/choose-due.test.ts'],
      },
      {
        breaks: 'it starts before its date',
        file: 'src/model/choose-due.ts',
        text: 'return remainingMs(deferred.dueAt, now, deferralSensibleMs(deferred, policy)) === 0',
        becomes:
          'return remainingMs(deferred.dueAt, now, deferralSensibleMs(deferred, policy)) >= 0',
        tests: ['test/model/choose-due.test.ts'],
      },
      {
        breaks: 'it starts although the gate is still closed',
        file: 'src/model/choose-due.ts',
        text: 'if (record.paused || facts.gate !== true) return null',
        becomes: 'if (record.paused) return null',
        tests: ['test/model/choose-due.test.ts'],
      },
      {
        breaks: 'a gate that throws is open',
        file: 'src/registry/agent-facts.ts',
        text: "return 'the gate of the task failed'",
        becomes: 'return true',
        tests: ['test/registry/gate.test.ts'],
      },
      {
        breaks: 'a gate that throws is not reported',
        file: 'src/registry/agent-facts.ts',
        text: 'if (!failing.has(definition)) onError',
        becomes: 'if (!failing) onError',
        tests: ['test/registry/gate.test.ts'],
      },
      {
        breaks: 'a gate that answers a promise is closed, and says nothing',
        file: 'src/registry/agent-facts.ts',
        text: "if (typeof answer !== 'boolean' && typeof answer !== 'string')",
        becomes: 'if (answer === null)',
        tests: ['test/registry/gate.test.ts'],
      },
      {
        breaks: 'what a tab resumed that died before it told is looked for by nobody',
        file: 'src/registry/public.ts',
        text: '      deps.onResuming(known.key)\n',
        becomes: '',
        tests: ['test/registry/resume-unheard.test.ts'],
      },
      {
        breaks: 'of several payloads that the store did not take the older ones are lost',
        file: 'src/registry/repeats.ts',
        text: 'return bothPayloads(older, newer, policy)',
        becomes: 'return newer',
        tests: ['test/registry/repeats.test.ts'],
      },
      {
        breaks: 'what the store did not take is never repeated',
        file: 'src/registry/create-registry.ts',
        text: 'onUnstored: (target, request) => repeats.keep(target, request),',
        becomes: 'onUnstored: () => undefined,',
        tests: ['test/registry/unstored.test.ts'],
      },
    ],
  },
  T8: {
    words: 'capacity comes before leases',
    mutants: [
      {
        breaks: 'an agent runs more keys at once than it may',
        file: 'src/registry/starting.ts',
        text: 'return places.size < maxConcurrent',
        becomes: 'return places.size <= maxConcurrent',
        tests: [capacityTest],
      },
      {
        breaks: 'two decisions under way are both given the last place',
        file: 'src/registry/runner.ts',
        text: 'hasPresence, attempts.given())',
        becomes: 'hasPresence, [])',
        tests: [capacityTest],
      },
      {
        breaks: 'a press is not first in line',
        file: 'src/model/line.ts',
        text: 'return press || waitsSince',
        becomes: 'return waitsSince',
        tests: ['test/model/capacity.test.ts', capacityTest],
      },
      {
        breaks: 'what waits for a place is asked for again and again',
        file: 'src/registry/due-work.ts',
        text: 'if (!runner.hasRoom(key)) return { work: null, nextAt: now + lookAtLeastMs }\n',
        becomes: '\n',
        tests: [capacityTest],
      },
    ],
  },
  T9: {
    words: 'a trigger of the own key from inside a stage answers at once',
    mutants: [
      {
        breaks: 'it waits for the store, and for its run',
        file: 'src/registry/intake.ts',
        text: '      begin?.()\n      const { result } = landed',
        becomes: '      begin?.()\n      await runner.idle()\n      const { result } = landed',
        tests: ['test/simulator/one-run.test.ts', 'test/registry/own-joins.test.ts'],
        hangs: true,
      },
    ],
  },
}

// The rules of leases: poison, stalls, release, who watches, instants from the future.

const watcher = 'src/lease/watcher.ts'
const runner = 'src/registry/runner.ts'
const attempts = 'src/registry/attempts.ts'
const watcherTest = 'test/lease/watcher.test.ts'
const evidenceOf = 'test/lease/watcher-evidence.test.ts'
const recovery = 'test/simulator/recovery.test.ts'
const thoughtHeld = 'test/registry/thought-held.test.ts'

/** @type {import('../lib/mutation-map.mjs').Rules} */
export const limitRules = {
  L13: {
    words: 'the fourth takeover in place poisons the run; a hand-over does not count',
    mutants: [
      {
        breaks: 'a run kills its owners five times',
        file: 'src/model/decide-continue.ts',
        text: 'const poisonedAt = 4',
        becomes: 'const poisonedAt = 5',
        tests: ['test/model/decide-continue.test.ts'],
      },
      {
        breaks: 'a run is given up after three deaths',
        file: 'src/model/decide-continue.ts',
        text: 'const poisonedAt = 4',
        becomes: 'const poisonedAt = 3',
        tests: ['test/model/decide-continue.test.ts'],
      },
      {
        breaks: 'a tab alone that is reloaded leaves no farewell',
        file: 'src/registry/page-cache.ts',
        text: '      farewells.say(owners())\n',
        becomes: '',
        tests: ['test/registry/page-cache.test.ts'],
      },
      {
        breaks: 'a page with many runs leaves a farewell for some of them',
        file: 'src/model/farewell.ts',
        text: 'slice(-Math.max(farewellsKept, owners.length))',
        becomes: 'slice(-farewellsKept)',
        tests: ['test/model/farewell.test.ts'],
      },
      {
        breaks: 'the farewell of a page that came back still counts',
        file: 'src/registry/page-cache.ts',
        text: '      farewells.takeBack(owners())\n',
        becomes: '',
        tests: ['test/registry/page-cache.test.ts'],
      },
      {
        breaks: 'a goodbye counts for ever, though its page came back',
        file: watcher,
        text: '    if (renamed) leaving = null\n',
        becomes: '',
        tests: [watcherTest],
      },
      {
        breaks: 'an owner that leaves by itself counts as dead',
        file: 'src/model/decide-continue.ts',
        text: '(cause.handOver ? 0 : 1)',
        becomes: '1',
        tests: ['test/model/decide-continue.test.ts'],
      },
      {
        breaks: 'a checkpoint that moves is forgotten',
        file: 'src/model/decide-hold.ts',
        text: 'takeoversInPlace: inPlace ? carried.takeoversInPlace : 0,',
        becomes: '',
        tests: ['test/model/decide-continue.test.ts', 'test/model/decide-hold.test.ts'],
      },
      {
        breaks: 'a run escapes by sealing what is sealed',
        file: 'src/model/decide-hold.ts',
        text: 'takeoversInPlace: inPlace ? carried.takeoversInPlace : 0,',
        becomes: 'takeoversInPlace: 0,',
        tests: ['test/model/decide-continue.test.ts', 'test/model/decide-hold.test.ts'],
      },
    ],
  },
  L14: {
    words: 'an attempt that does not move is stopped, one with a limit at its limit',
    mutants: [
      {
        breaks: 'an attempt that only renews goes on for ever',
        file: 'src/run/watchdog.ts',
        text: "if (now - movedAt >= stallMs) return holding.abort('stalled')",
        becomes: 'if (now - movedAt >= stallMs) return',
        tests: ['test/registry/watchdog.test.ts', 'test/registry/stalled.test.ts'],
      },
      {
        breaks: 'progress is no movement',
        file: 'src/run/task-run.ts',
        text: '      watchdog.moved()\n      holding.keeper.renewIfDue()',
        becomes: '      holding.keeper.renewIfDue()',
        tests: ['test/registry/watchdog.test.ts', 'test/registry/stalled.test.ts'],
      },
      {
        breaks: 'a commit is no movement',
        file: 'src/run/task-run.ts',
        text: '    finished ||= step.last\n    watchdog.moved()\n',
        becomes: '    finished ||= step.last\n',
        tests: ['test/registry/watchdog.test.ts', 'test/registry/stalled.test.ts'],
      },
      {
        breaks: 'a commit extends the limit of the attempt',
        file: 'src/run/watchdog.ts',
        text: "return holding.abort('run-timeout')",
        becomes: "return now - movedAt >= maxRunMs ? holding.abort('run-timeout') : undefined",
        tests: ['test/registry/watchdog.test.ts', 'test/registry/stalled.test.ts'],
      },
    ],
  },
  L15: {
    words: 'the lease is kept until the settle is known to have landed',
    mutants: [
      {
        breaks: 'a release by force takes the key from whoever holds it by then',
        file: 'src/model/decide-force-release.ts',
        text: 'lease.fence !== fence',
        becomes: 'lease.fence < fence',
        tests: ['test/model/decide-force-release.test.ts'],
      },
      {
        breaks: 'a release by force leaves the key with its owner, whose late commit lands',
        file: 'src/model/decide-force-release.ts',
        text: "lease: null, run: { ...run, state: 'pending' }",
        becomes: 'lease: record.lease, run',
        tests: ['test/model/decide-force-release.test.ts', 'test/inspector/force-release.test.ts'],
      },
      {
        breaks: 'a release by force does not raise the fence',
        file: 'src/model/decide-force-release.ts',
        text: 'fence: nextFence(record.fence, now, floor),',
        becomes: 'fence: nextFence(record.fence, now, floor) && record.fence,',
        tests: ['test/model/decide-force-release.test.ts'],
      },
      {
        breaks: 'a settle is tried once',
        file: 'src/run/settle.ts',
        text: "if (error instanceof RegistryError && error.code === 'closed') return null",
        becomes: 'if (error instanceof RegistryError) return null',
        tests: ['test/simulator/store-faults.test.ts', 'test/registry/store-faults.test.ts'],
      },
      {
        breaks: 'a settle that landed unseen is taken for a lost lease',
        file: 'src/model/late-settle.ts',
        text: '  if (landed) return { result: landed }\n',
        becomes: '  if (landed?.ok === false) return { result: landed }\n',
        tests: ['test/model/decide-settle.test.ts', 'test/simulator/store-faults.test.ts'],
      },
      {
        breaks: 'while it settles, its agent decides triggers by itself',
        file: 'src/run/holding.ts',
        text: 'if (settling || request.slot || ',
        becomes: 'if (request.slot || ',
        tests: ['test/registry/sealing.test.ts'],
      },
      {
        breaks: 'the lease is released under a stage that is still at work',
        file: runner,
        text: "const leave = end === null || (end.kind === 'handed-over' && !hasReturned)",
        becomes: 'const leave = end === null',
        tests: ['test/registry/closing.test.ts'],
      },
      {
        breaks: 'an end leaves the lease behind',
        file: 'src/model/run-end.ts',
        text: '      lease: null,\n      run: null,',
        becomes: '      run: null,',
        tests: ['test/model/run-end.test.ts', 'test/model/decide-settle.test.ts'],
      },
      {
        breaks: 'a wait leaves the lease behind',
        file: 'src/model/decide-settle.ts',
        text: 'record: { ...record, run, lease: null, version',
        becomes: 'record: { ...record, run, version',
        tests: ['test/model/decide-settle.test.ts'],
      },
    ],
  },
  L16: {
    words: 'every agent with the task and the user watches, hidden ones politely',
    mutants: [
      {
        breaks: 'a hidden agent does not let visible ones go first',
        file: watcher,
        text: 'deps.isVisible() ? 0 : hiddenWaitMs',
        becomes: '0',
        tests: [watcherTest, evidenceOf],
      },
      {
        breaks: 'who learns of a run does not watch it',
        file: 'src/registry/watchers.ts',
        text: 'if (!isOthers || deps.absence.isAway() || deps.isClosed()) return drop(key)',
        becomes: 'return drop(key)',
        tests: [recovery],
      },
      {
        breaks: 'without a channel nobody reads again',
        file: 'src/registry/poller.ts',
        text: 'if (stopped || timer || keys().length === 0) return',
        becomes: 'if (stopped || timer || keys().length >= 0) return',
        tests: ['test/registry/poller.test.ts'],
      },
      {
        breaks: 'an acquisition that nobody tells of stays unseen',
        file: 'src/registry/expectations.ts',
        text: '        read(key)\n',
        becomes: '',
        tests: ['test/registry/intent.test.ts'],
      },
      {
        breaks: 'what was thought to be held, and is started, stays unseen',
        file: attempts,
        text: '(lease ?? deferred)) deps.onIntent(key)',
        becomes: 'deferred) deps.onIntent(key)',
        tests: [thoughtHeld],
      },
      {
        breaks: 'what was thought to be held, and is put off, stays unseen',
        file: attempts,
        text: '(lease ?? deferred)) deps.onIntent(key)',
        becomes: 'lease) deps.onIntent(key)',
        tests: [thoughtHeld],
      },
      {
        breaks: 'what is put off while the page is hidden stays unseen',
        file: 'src/registry/page-cache.ts',
        text: 'for (const key of runner.underWay()) hub.send({',
        becomes: 'for (const key of runner.underWay()) void ({',
        tests: ['test/registry/page-cache.test.ts'],
      },
      {
        breaks: 'whoever joins a run makes all others read it again',
        file: attempts,
        text: '!willAcquire && !state.record?.lease && (',
        becomes: '!willAcquire && (',
        tests: [thoughtHeld],
      },
      {
        breaks: 'whoever starts a run says so twice',
        file: attempts,
        text: '!willAcquire && !state.record?.lease && (',
        becomes: '!state.record?.lease && (',
        tests: [thoughtHeld],
      },
    ],
  },
  L17: {
    words: 'an instant that lies too far ahead counts as due, and that is recorded',
    mutants: [
      {
        breaks: 'it is waited for',
        file: 'src/model/due.ts',
        text: 'distance <= 0 || distance > sensibleMs ? 0',
        becomes: 'distance <= 0 ? 0',
        tests: ['test/model/due.test.ts'],
      },
      {
        breaks: 'a schedule waits for the slot of that time',
        file: 'src/model/schedule.ts',
        text: 'if (!slot || beginsAnew(schedule, slot, now)) {',
        becomes: 'if (!slot) {',
        tests: ['test/model/schedule.test.ts', 'test/model/set-back.test.ts'],
      },
      {
        breaks: 'a slot of that time counts as served',
        file: 'src/model/trigger-table.ts',
        text: 'if (isServed && !isSlotFromFuture(known, slot.periodMs, now)) {',
        becomes: 'if (isServed) {',
        tests: ['test/model/set-back.test.ts'],
      },
      {
        breaks: 'nobody is told that the clock was set back',
        file: 'src/model/decide-trigger.ts',
        text: "const setBack = wasSetBack(record, request.slot, policy, now) ? 'clock-set-back' : null",
        becomes: "const setBack = record.version < 0 ? 'clock-set-back' : null",
        tests: ['test/model/set-back.test.ts'],
      },
      {
        breaks: 'it is told again and again',
        file: 'src/model/decide-trigger.ts',
        text: 'record: setBack ? withoutFuture(next, now) : next,',
        becomes: 'record: next,',
        tests: ['test/model/set-back.test.ts'],
      },
      {
        breaks: 'a correction by a second counts as a clock that was set back',
        file: 'src/model/due.ts',
        text: 'return at - now > sensibleMs + correctionMs',
        becomes: 'return at - now > sensibleMs',
        tests: ['test/model/set-back.test.ts'],
      },
      {
        breaks: 'a sign-in of that time keeps every slot away',
        file: 'src/model/schedule.ts',
        text: 'isTooFar(floorAt, now, 0) ? Number.NEGATIVE_INFINITY : floorAt',
        becomes: 'floorAt',
        tests: ['test/model/schedule.test.ts'],
      },
    ],
  },
}

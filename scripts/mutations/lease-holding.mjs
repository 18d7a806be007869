// The rules of leases: aborts, renewals, fences, one stage function at a time.

const keeper = 'src/lease/keeper.ts'
const runner = 'src/registry/runner.ts'
const trust = 'test/registry/trust.test.ts'
const counts = 'test/simulator/counts.test.ts'
const stuckStage = 'test/registry/stuck-stage.test.ts'
const followUp = 'test/simulator/follow-up.test.ts'

/** @type {import('../lib/mutation-map.mjs').Rules} */
export const holdingRules = {
  L9: {
    words: 'why a stage is stopped, and how its attempt ends then',
    mutants: [
      {
        breaks: 'an attempt that was told to stop waits for its stage for ever',
        file: 'src/run/drive.ts',
        text: 'timer = deps.clock.setTimer(graceMs, () => resolve({ thrown: signal.reason }))',
        becomes: 'timer = deps.clock.setTimer(graceMs, () => undefined)',
        tests: [stuckStage],
      },
      {
        breaks: 'a lost lease is settled',
        file: 'src/run/drive.ts',
        text: "    case 'lease-lost':\n      return null\n",
        becomes: "    case 'lease-lost':\n",
        tests: ['test/registry/abort-reasons.test.ts'],
      },
      {
        breaks: 'a run that is replaced fails',
        file: 'src/run/drive.ts',
        text: "    case 'superseded':\n      return { kind: 'cancelled' }\n",
        becomes: "      return { kind: 'cancelled' }\n    case 'superseded':\n",
        tests: ['test/registry/abort-reasons.test.ts'],
      },
      {
        breaks: 'a stage that is late is told that it has returned',
        file: 'src/run/task-run.ts',
        text: '    // Its attempt ended without it: it did not return, and is late.\n    holding.signal.throwIfAborted()\n',
        becomes: '',
        tests: ['test/registry/stuck-stage.test.ts'],
      },
      {
        breaks: 'a stage that returns after its abort has succeeded',
        file: 'src/run/drive.ts',
        text: "      if ('thrown' in ended) return { end: endOf(deps, holding, stage, ended.thrown), returned }\n      if (holding.signal.aborted)",
        becomes:
          "      if ('thrown' in ended) return { end: endOf(deps, holding, stage, ended.thrown), returned }\n      if (holding.isSettling())",
        tests: ['test/registry/watchdog.test.ts', 'test/registry/stalled.test.ts'],
      },
      {
        breaks: 'a run that was closed counts as a failure',
        file: 'src/run/drive.ts',
        text: "return { kind: 'handed-over' }",
        becomes: "return { kind: 'cancelled' }",
        tests: ['test/registry/closing.test.ts'],
      },
    ],
  },
  L10: {
    words: 'who works renews: with commits, when due, and whenever the page changes',
    mutants: [
      {
        breaks: 'a commit does not renew',
        file: 'src/model/decide-hold.ts',
        text: 'lease: renewed(held.lease, write, now),',
        becomes: 'lease: held.lease,',
        tests: ['test/model/decide-hold.test.ts'],
      },
      {
        breaks: 'a renewal is no renewal',
        file: 'src/model/holder.ts',
        text: 'expiresAt: now + ttlMs,',
        becomes: 'expiresAt: lease.expiresAt,',
        tests: ['test/model/decide-hold.test.ts', 'test/model/holder.test.ts'],
      },
      {
        breaks: 'a renewal is not counted',
        file: 'src/model/holder.ts',
        text: 'renewSeq: lease.renewSeq + 1,',
        becomes: '',
        tests: ['test/model/decide-hold.test.ts', 'test/model/holder.test.ts'],
      },
      {
        breaks: 'it is due after half a ttl',
        file: keeper,
        text: 'const renewPart = 1 / 4',
        becomes: 'const renewPart = 1 / 2',
        tests: [counts],
      },
      {
        breaks: 'calls of a run do not notice that one is due',
        file: 'src/run/task-run.ts',
        text: '      await holding.ensure(0)\n      holding.keeper.renewIfDue()\n',
        becomes: '      await holding.ensure(0)\n',
        tests: [trust],
      },
      {
        breaks: 'a hidden agent writes its usual ttl',
        file: 'src/registry/agent-facts.ts',
        text: 'return environment.isVisible() ? options.ttlMs : Math.max(options.ttlMs, hiddenTtlMs)',
        becomes: 'return options.ttlMs',
        tests: [trust],
      },
      {
        breaks: 'a page that becomes hidden does not renew first',
        file: 'src/registry/lifecycle.ts',
        text: 'if (!absence.isAway()) listener.onWake()',
        becomes: '',
        tests: [trust],
      },
      {
        breaks: 'a renewal is not tried again after the store refused it',
        file: keeper,
        text: 'dueAfter = Math.min(ageMs() + ttl / 12, doubtAt ?? ttl * deadlinePart)',
        becomes: 'dueAfter = Number.POSITIVE_INFINITY',
        tests: ['test/lease/keeper.test.ts'],
      },
    ],
  },
  L11: {
    words: 'fences grow, also after the data was lost, and a server may refuse them',
    mutants: [
      {
        breaks: 'an acquisition keeps the fence of the one before',
        file: 'src/model/acquire.ts',
        text: 'Math.max(previous + 1, ',
        becomes: 'Math.max(previous, ',
        tests: ['test/model/acquire.test.ts'],
      },
      {
        breaks: 'fences begin anew when the data was lost',
        file: 'src/model/acquire.ts',
        text: 'Math.ceil(now), ',
        becomes: '',
        tests: ['test/model/acquire.test.ts'],
      },
      {
        breaks: 'fences begin anew when a user was forgotten',
        file: 'src/model/acquire.ts',
        text: ', floor + 1)',
        becomes: ')',
        tests: ['test/model/acquire.test.ts'],
      },
      {
        breaks: 'headers carry no fence',
        file: 'src/run/task-run.ts',
        text: '        [headerNames.fence]: String(holding.fence),\n',
        becomes: '',
        tests: ['test/registry/headers.test.ts'],
      },
      {
        breaks: 'headers carry no store',
        file: 'src/run/task-run.ts',
        text: '        [headerNames.store]: storeId,\n',
        becomes: '',
        tests: ['test/registry/headers.test.ts'],
      },
      {
        breaks: 'a fence that a server refused is tried again',
        file: 'src/model/retry.ts',
        text: "if (kind === 'fatal' || kind === 'fence-rejected') return",
        becomes: "if (kind === 'fatal') return",
        tests: ['test/model/retry.test.ts'],
      },
    ],
  },
  L12: {
    words: 'a key does not start where an earlier stage function of it has not returned',
    mutants: [
      {
        breaks: 'it starts beside the stage function that is stuck',
        file: 'src/registry/starting.ts',
        text: 'return stuck.has(key) || (holding',
        becomes: 'return (holding',
        tests: [stuckStage, followUp],
      },
      {
        breaks: 'its follow-up starts beside the stage function that is stuck',
        file: runner,
        text: 'mayFollow(hasReturned)',
        becomes: 'mayFollow(true)',
        tests: [stuckStage, followUp],
      },
      {
        breaks: 'nobody is told of the stage',
        file: runner,
        text: 'if (!hasReturned) stuck.add(target.key, target.scope, returned)',
        becomes: '',
        tests: [stuckStage],
      },
      {
        breaks: 'the key is kept away from this agent for ever',
        file: 'src/registry/stuck-stages.ts',
        text: '        stuck.delete(key)\n',
        becomes: '',
        tests: [stuckStage, followUp],
      },
      {
        breaks: 'the view does not say what keeps the key',
        file: 'src/model/derive-view.ts',
        text: 'if (facts.stuck && (run ? isDue(run, facts.now) : deferred)) {',
        becomes: 'if (facts.stuck && run && deferred) {',
        tests: ['test/model/derive-view.test.ts', stuckStage],
      },
    ],
  },
}

// The rules of leases: acquiring, presence, watching, the page that is hidden away.

const watcher = 'src/lease/watcher.ts'
const runner = 'src/registry/runner.ts'
const attempts = 'src/registry/attempts.ts'
const pageCache = 'src/registry/page-cache.ts'
const watcherTest = 'test/lease/watcher.test.ts'
const evidenceOf = 'test/lease/watcher-evidence.test.ts'
const recovery = 'test/simulator/recovery.test.ts'
const pageCacheTest = 'test/registry/page-cache.test.ts'
const counts = 'test/simulator/counts.test.ts'

/** @type {import('../lib/mutation-map.mjs').Rules} */
export const presenceRules = {
  L1: {
    words: 'an acquisition reads, decides and writes in one transaction',
    mutants: [
      {
        breaks: 'a start asks first, and acquires in a second transaction',
        file: attempts,
        text: 'if (!ticket && deps.mayAcquire() && willAcquire) ticket',
        becomes: 'if (!ticket && !deps.mayAcquire() && willAcquire) ticket',
        tests: [counts],
      },
      {
        breaks: 'a run that somebody holds is acquired again',
        file: 'src/model/trigger-table.ts',
        text: 'if (run && record.lease) return whileRunning',
        becomes: 'if (run && record.lease && run.cancel) return whileRunning',
        tests: ['test/model/trigger-table.test.ts', 'test/simulator/one-run.test.ts'],
      },
    ],
  },
  L2: {
    words: 'presence is one lock of a fresh name, held until every stage function returned',
    mutants: [
      {
        breaks: 'the name of the lock is always the same',
        file: 'src/lease/presence-holder.ts',
        text: '`${prefix}:presence:${random.id()}`',
        becomes: '`${prefix}:presence`',
        tests: [pageCacheTest, recovery],
      },
      {
        breaks: 'the lock is waited for without an end',
        file: 'src/lease/presence-holder.ts',
        text: 'clock.setTimer(giveUpMs, () => givingUp.abort())',
        becomes: 'clock.setTimer(giveUpMs, () => undefined)',
        tests: ['test/lease/presence-holder.test.ts'],
      },
      {
        breaks: 'the lock is free although a stage function has not returned',
        file: runner,
        text: '} else void returned.then(() => ticket.release())',
        becomes: '} else ticket.release()',
        tests: ['test/registry/presence.test.ts'],
      },
      {
        breaks: 'the lock is not kept warm for the next start',
        file: 'src/lease/presence-holder.ts',
        text: 'if (tickets.size === 0 && period) linger = clock.setTimer(lingerMs, end)',
        becomes: 'if (tickets.size === 0 && period) end()',
        tests: ['test/lease/presence-holder.test.ts'],
      },
      {
        breaks: 'the lease does not name the lock',
        file: attempts,
        text: 'presence: ticket?.name() ?? null,\n',
        becomes: 'presence: null,\n',
        tests: [recovery],
      },
      {
        breaks: 'a start does not wait for its presence',
        file: 'src/lease/presence-holder.ts',
        text: '      await untilReady()\n      return ticket',
        becomes: '      void untilReady()\n      return ticket',
        tests: [recovery, 'test/lease/presence-holder.test.ts'],
      },
    ],
  },
  L3: {
    words: 'watchers share the lock; one heir takes over, and the transaction decides',
    mutants: [
      {
        breaks: 'a watcher that waits keeps the others from the lock',
        file: watcher,
        text: "presence.request(name, { mode: 'shared', signal })",
        becomes: "presence.request(name, { mode: 'exclusive', signal })",
        tests: [watcherTest, evidenceOf],
      },
      {
        breaks: 'every watcher takes over without asking for the heir lock',
        file: watcher,
        text: 'if (isSame() && watched.presence !== null) {',
        becomes: 'if (isSame() && watched.presence === null) {',
        tests: [watcherTest, evidenceOf],
      },
      {
        breaks: 'who did not become heir does not give the heir a second',
        file: watcher,
        text: 'else if (isSame()) await pause(heirWaitMs)',
        becomes: 'else if (isSame()) await pause(0)',
        tests: [watcherTest, evidenceOf],
      },
      {
        breaks: 'who did not become heir never takes over',
        file: watcher,
        text: 'else if (isSame()) await pause(heirWaitMs)',
        becomes: 'else return',
        tests: [watcherTest, evidenceOf],
      },
      {
        breaks: 'the locks of a takeover are kept after it',
        file: watcher,
        text: '    } finally {\n      letGo()\n',
        becomes: '    } finally {\n',
        tests: [watcherTest, evidenceOf],
      },
      {
        breaks: 'the request outlives the run',
        file: watcher,
        text: '      again?.cancel()\n      request.abort()\n',
        becomes: '      again?.cancel()\n',
        tests: [evidenceOf, pageCacheTest],
      },
    ],
  },
  L4: {
    words: 'a page that is hidden away lets go of everything, and checks when it is back',
    mutants: [
      {
        breaks: 'it leaves without a word',
        file: pageCache,
        text: "if (runs.length > 0) hub.send({ type: 'bye', runs })",
        becomes: 'void runs',
        tests: ['test/registry/goodbye.test.ts'],
      },
      {
        breaks: 'it keeps its presence lock',
        file: pageCache,
        text: '      presence.letGo()\n',
        becomes: '',
        tests: [pageCacheTest],
      },
      {
        breaks: 'its requests stay in the queues',
        file: pageCache,
        text: '      watchers.stop()\n',
        becomes: '',
        tests: [pageCacheTest],
      },
      {
        breaks: 'its timers go on',
        file: pageCache,
        text: '      clock.pause()\n',
        becomes: '',
        tests: [pageCacheTest],
      },
      {
        breaks: 'its channel stays open',
        file: pageCache,
        text: '      hub.close()\n',
        becomes: '',
        tests: [pageCacheTest],
      },
      {
        breaks: 'it comes back without a channel',
        file: pageCache,
        text: '      hub.reopen()\n',
        becomes: '',
        tests: [pageCacheTest],
        hangs: true,
      },
      {
        breaks: 'it comes back and does not ask whose the key is',
        file: pageCache,
        text: 'void presence.regain().then(runner.readopt)',
        becomes: 'void presence.regain()',
        tests: [pageCacheTest],
      },
      {
        breaks: 'a run trusts what it knew before the absence',
        file: 'src/run/holding.ts',
        text: "believed === 'trusted' && absences !== absence.times() ? 'ask' : believed",
        becomes: 'believed',
        tests: [pageCacheTest],
      },
      {
        breaks: 'a takeover after the good-bye counts as a death',
        file: watcher,
        text: 'leaving?.owner === watched.owner && leaving.fence === watched.fence,',
        becomes: 'false,',
        tests: ['test/registry/goodbye.test.ts'],
      },
      {
        breaks: 'a good-bye is forgotten by an agent that may take over only later',
        file: 'src/registry/watchers.ts',
        text: 'if (leaving) watcher.hearBye(leaving.owner, leaving.fence)',
        becomes: 'void leaving',
        tests: ['test/service-worker/serving.test.ts'],
      },
      {
        breaks: 'a page that is away begins a run',
        file: 'src/registry/starting.ts',
        text: 'if (stopped || absence.isAway()) return',
        becomes: 'if (stopped) return',
        tests: [pageCacheTest],
      },
    ],
  },
}
